import { ObjectType } from '@huanwei/contract/objects'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMay } from '../../lib/session.ts'
import { keyOf, type ObjectRef } from '../../live/object-key.ts'
import { useMenuPages } from '../menu/menu-pages.ts'
import type { CommandWay } from './commands.ts'

const liveTab = { [ObjectType.person]: 'person', [ObjectType.vehicle]: 'vehicle', [ObjectType.facility]: 'facility' } as const
const eventPages = {
  [ObjectType.person]: '/event/personnel/index',
  [ObjectType.vehicle]: '/event/illegal/index',
  [ObjectType.facility]: '/event/facility/index',
} as const

type Found = ObjectRef & { deviceId: number | null; username?: string }

/** Returns the ways to what the pages in the person's menu show of an object, the usual one first; none without such a page. */
export function useObjectWays() {
  const { t } = useTranslation(['palette', 'shell'])
  const navigate = useNavigate()
  const held = useMenuPages(null)
  const mayCommand = useMay('admin_device_command')

  return ({ objectType, id, deviceId, username }: Found): CommandWay[] => {
    const key = keyOf({ objectType, id })
    const isFacility = objectType === ObjectType.facility
    const way = (word: string, label: string, path: string, fields: Record<string, string>, isOffered = true) => ({
      key: word,
      label,
      isOffered: isOffered && !!held?.has(path),
      run: () => navigate(`${path}?${new URLSearchParams(fields)}`),
    })
    const terminal = (part: string) => ({ open: String(deviceId), part })
    return [
      way('account', t('way.account'), '/system/user/index', { text: username ?? '', open: String(id) }, username !== undefined),
      way('live', t('way.live'), '/monitor/live/index', { tab: liveTab[objectType], selected: key }),
      way('history', t('shell:item.history'), '/monitor/history/index', { objects: key }, !isFacility),
      way('events', isFacility ? t('way.alarms') : t('group.violations'), eventPages[objectType], { objectId: String(id) }),
      way('photos', t('way.photos'), '/asset/terminal/index', terminal('photos'), deviceId !== null),
      way('commands', t('way.commands'), '/asset/terminal/index', terminal('commands'), deviceId !== null && mayCommand),
    ].filter(({ isOffered }) => isOffered)
  }
}

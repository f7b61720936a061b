import { ObjectType } from '@huanwei/contract/objects'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { keyOf, type ObjectRef } from '../../live/object-key.ts'
import { useMenuPages } from '../../shell/menu/menu-pages.ts'
import './assets.css'

/** Pages by kind of object, and the word of the live screen for it. */
const pagesOf = {
  [ObjectType.person]: { tab: 'person', events: 'personnel', rules: 'personnel' },
  [ObjectType.vehicle]: { tab: 'vehicle', events: 'illegal', rules: 'vehicle' },
  [ObjectType.facility]: { tab: 'facility', events: 'facility', rules: 'facility' },
} as const
const eventWords = { personnel: 'personnel', illegal: 'illegal', facility: 'facilityAlarm' } as const
const ruleWords = { personnel: 'personRule', vehicle: 'vehicleRule', facility: 'facilityRule' } as const

/** Filter of the job tasks of those who work. */
const workerOf = { [ObjectType.person]: 'userId', [ObjectType.vehicle]: 'vehicleId' } as const

type Props = ObjectRef & { terminal: { terminalNo: string | null; deviceId: number | null } }

/** The ways from an asset to what the other screens know of it, as far as the person's menu goes. */
export function AssetWays({ objectType, id, terminal: { deviceId } }: Props) {
  const { t } = useTranslation(['shell', 'assets'])
  const held = useMenuPages(null)
  const { tab, events, rules } = pagesOf[objectType]
  const key = keyOf({ objectType, id })
  const ways = [
    { path: '/monitor/live/index', word: 'live', query: `tab=${tab}&selected=${key}` },
    ...(objectType === ObjectType.facility
      ? []
      : [{ path: '/monitor/history/index', word: 'history', query: `objects=${key}` } as const]),
    ...(objectType === ObjectType.facility || deviceId === null
      ? []
      : [{ path: '/asset/terminal/index', word: 'pictures', query: `open=${deviceId}&part=photos` } as const]),
    ...(objectType === ObjectType.facility
      ? []
      : [{ path: '/work/index', word: 'work', query: `${workerOf[objectType]}=${id}` } as const]),
    ...(objectType === ObjectType.person
      ? [{ path: '/attendance/index', word: 'attendance', query: `objectId=${id}` } as const]
      : []),
    { path: `/event/${events}/index`, word: eventWords[events], query: `objectId=${id}` },
    { path: `/rule/${rules}/index`, word: ruleWords[rules], query: `objectId=${id}` },
  ] as const
  const open = ways.filter(({ path }) => held?.has(path))
  if (open.length === 0) return null
  return (
    <nav className="asset-ways" aria-label={t('assets:ways')}>
      {open.map(({ path, word, query }) => (
        <Link key={path} to={`${path}?${query}`}>
          {word === 'pictures' ? t('assets:pictures') : t(`item.${word}`)}
        </Link>
      ))}
    </nav>
  )
}

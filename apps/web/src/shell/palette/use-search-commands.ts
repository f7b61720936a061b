import { ObjectType } from '@huanwei/contract/objects'
import { search } from '@huanwei/contract/search/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { query } from '../../lib/api.ts'
import { usePaused } from '../../lib/paused.ts'
import { keyOf } from '../../live/object-key.ts'
import type { Command } from './commands.ts'

/** Vehicles, people and violations that the server finds for `text`; what the person's pages cannot show is left out. */
export function useSearchCommands(text: string, has: (path: string) => boolean) {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const asked = usePaused(text)
  const found = useQuery({ ...query(search, { text: asked }), enabled: asked !== '', placeholderData: keepPreviousData })
  const { vehicles = [], people = [], violations = [] } = (asked && found.data) || {}
  const commands: Command[] = [
    ...(has('/monitor/live/index') ? vehicles : []).map(({ id, plateNumber, deptName }) => ({
      key: `vehicle:${id}`,
      group: 'vehicles' as const,
      label: plateNumber,
      hint: deptName,
      run: () => navigate(`/monitor/live/index?selected=${keyOf({ objectType: ObjectType.vehicle, id })}`),
    })),
    ...(has('/system/user/index') ? people : []).map(({ userId, username, name, deptName }) => ({
      key: `person:${userId}`,
      group: 'people' as const,
      label: name ? `${name} ${username}` : username,
      hint: deptName,
      run: () => navigate(`/system/user/index?text=${encodeURIComponent(username)}&open=${userId}`),
    })),
    ...(has('/event/illegal/index') ? violations : []).map(({ id, objectName, violationEvent, createTime }) => ({
      key: `violation:${id}`,
      group: 'violations' as const,
      label: t('violation', { id, objectName, violationEvent }),
      hint: createTime,
      run: () => navigate(`/event/illegal/index?open=${id}`),
    })),
  ]
  return { commands, isAsking: text !== '' && (asked !== text || found.isFetching), error: found.error }
}

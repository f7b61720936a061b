import { ObjectType } from '@huanwei/contract/objects'
import { type FoundObjects, findObjects, search } from '@huanwei/contract/search/endpoints'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { query } from '../../lib/api.ts'
import { usePaused } from '../../lib/paused.ts'
import { keyOf, refOf } from '../../live/object-key.ts'
import { useMenuPages } from '../menu/menu-pages.ts'
import { type Command, only } from './commands.ts'
import { useObjectWays } from './object-ways.ts'
import { recentObjects } from './recent.ts'

const violationsPage = '/event/illegal/index'

/** Objects and violations that the server finds for `text`; what the person's pages cannot show is left out. */
export function useSearchCommands(text: string) {
  const { t } = useTranslation('palette')
  const navigate = useNavigate()
  const hasViolations = useMenuPages(null)?.has(violationsPage)
  const commandsOf = useObjectCommands()
  const asked = usePaused(text)
  const found = useQuery({ ...query(search, { text: asked }), enabled: asked !== '', placeholderData: keepPreviousData })
  const results = (asked && found.data) || undefined
  const violations = (hasViolations && results?.violations) || []
  const commands: Command[] = [
    ...(results ? commandsOf(results) : []),
    ...violations.map(({ id, objectName, violationEvent, createTime }) => ({
      key: `violation:${id}`,
      group: 'violations' as const,
      label: t('violation', { id, objectName, violationEvent }),
      hint: createTime,
      ways: only(() => navigate(`${violationsPage}?open=${id}`)),
    })),
  ]
  return { commands, isAsking: text !== '' && (asked !== text || found.isFetching), error: found.error }
}

/** The objects that the person opened last and may still see, while no text is typed. */
export function useRecentCommands(text: string) {
  const [recent] = useState(recentObjects)
  const commandsOf = useObjectCommands()
  const idsOf = (type: ObjectType) => {
    const ids = recent.map(refOf).flatMap(({ objectType, id }) => (objectType === type ? [id] : []))
    return ids.length > 0 ? ids : undefined
  }
  const found = useQuery({
    ...query(findObjects, {
      vehicleIds: idsOf(ObjectType.vehicle),
      userIds: idsOf(ObjectType.person),
      facilityIds: idsOf(ObjectType.facility),
    }),
    enabled: text === '' && recent.length > 0,
  })
  const known = new Map((found.data && text === '' ? commandsOf(found.data) : []).map((command) => [command.key, command]))
  const commands = recent.flatMap((key): Command[] => {
    const command = known.get(key)
    return command ? [{ ...command, group: 'recent' }] : []
  })
  return { commands, isAsking: found.isLoading }
}

/** Returns the commands of objects found, keyed by the object. */
function useObjectCommands() {
  const waysOf = useObjectWays()
  return ({ vehicles, people, facilities }: FoundObjects): Command[] =>
    [
      ...vehicles.map((one) => ({ ...one, objectType: ObjectType.vehicle, group: 'vehicles' as const, label: one.plateNumber })),
      ...people.map((one) => ({
        ...one,
        id: one.userId,
        objectType: ObjectType.person,
        group: 'people' as const,
        label: one.name ? `${one.name} ${one.username}` : one.username,
      })),
      ...facilities.map((one) => ({ ...one, objectType: ObjectType.facility, group: 'facilities' as const, label: one.name })),
    ]
      .map((one) => ({ key: keyOf(one), group: one.group, label: one.label, hint: one.deptName, ways: waysOf(one) }))
      .filter(({ ways }) => ways.length > 0)
}

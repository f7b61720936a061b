import { getPersonAreas } from '@huanwei/contract/areas/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { listPersonRules } from '@huanwei/contract/rules/endpoints'
import { listShifts } from '@huanwei/contract/shifts/endpoints'
import { getUser } from '@huanwei/contract/users/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { query } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { useMenuPages } from '../../shell/menu/menu-pages.ts'
import { DrawerFacts, DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { AssetWays } from '../assets/AssetWays.tsx'
import { BoundTerminal } from '../assets/BoundTerminal.tsx'
import { OnlineTag } from '../assets/OnlineTag.tsx'
import { useDocuments } from '../documents/use-documents.tsx'

const accounts = '/system/user/index'

/** One person at work: badge, post, shifts, and the ways to what is known of them. */
export function PersonDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(['personnel', 'users'])
  const asked = useQuery({ ...query(getUser, { id }), gcTime: 0 })
  const areas = useQuery({ ...query(getPersonAreas, { id }), staleTime: 60_000 })
  const shifts = useShiftsOf(id)
  const mayEdit = useMenuPages(null)?.has(accounts)
  const documents = useDocuments({ objectType: ObjectType.person, id }, useMay('sys_user_edit'))
  const person = asked.data
  const roles = person?.roleList.map(({ roleName }) => roleName).join(t('and'))
  return (
    <>
      <DrawerFrame
        title={person ? person.name || person.username : t('detail')}
        state={person && person.terminalNo !== null && <OnlineTag online={person.online} />}
        asked={asked}
        onClose={onClose}
      >
        {person && (
          <>
            <AssetWays objectType={ObjectType.person} id={id} terminal={person} />
            <BoundTerminal label={t('badge')} none={t('noBadge')} terminal={person} />
            <DrawerFacts
              facts={[
                { key: 'username', label: t('users:username'), value: person.username },
                { key: 'phone', label: t('users:phone'), value: person.phone ?? '—' },
                { key: 'department', label: t('users:department'), value: person.deptName },
                { key: 'role', label: t('users:role'), value: roles || '—' },
                {
                  key: 'post',
                  label: t('post'),
                  value: areas.data?.map(({ name }) => name).join(t('and')) || '—',
                  wide: true,
                },
                { key: 'shifts', label: t('shifts'), value: shifts.join(t('and')) || '—', wide: true },
              ]}
            />
            {documents.part}
            {mayEdit && (
              <p className="asset-terminal">
                <Link to={`${accounts}?open=${id}`}>{t('account')}</Link>
              </p>
            )}
          </>
        )}
      </DrawerFrame>
      {documents.drawer}
    </>
  )
}

/** Names and hours of the shifts by which rules in force watch a person. */
function useShiftsOf(id: number): string[] {
  const rules = useQuery(query(listPersonRules, { objectId: id, enabled: 'true' }))
  const shifts = useQuery({ ...query(listShifts, {}), staleTime: 60_000 })
  const used = new Set(rules.data?.flatMap(({ shiftIds }) => shiftIds))
  return (shifts.data ?? []).flatMap((shift) => (used.has(shift.id) ? `${shift.name} ${shift.start}–${shift.end}` : []))
}

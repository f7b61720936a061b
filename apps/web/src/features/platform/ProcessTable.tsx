import type { Platform } from '@huanwei/contract/platform/endpoints'
import { useTranslation } from 'react-i18next'
import { ageText } from './age-text.ts'
import { FigureTable } from './FigureTable.tsx'

/** The processes that share the work of the installation. */
export function ProcessTable({ processes }: { processes: Platform['processes'] }) {
  const { t } = useTranslation('platform')
  const heads = [
    t('host'),
    t('roles'),
    t('startTime'),
    t('connections'),
    t('partitions'),
    t('stored'),
    t('storedAfter'),
    t('waiting'),
  ]
  return (
    <FigureTable title={t('processes')} heads={heads}>
      {processes.map(({ name, roles, startTime, connections, partitions, stored, storedAfterMs, waiting }) => (
        <tr key={name}>
          <td>{name}</td>
          <td>{roles.map((role) => t(`role.${role}`)).join(' · ')}</td>
          <td>{startTime}</td>
          <td>{connections}</td>
          <td>{partitions}</td>
          <td>{stored}</td>
          <td>{ageText(t, storedAfterMs)}</td>
          <td>{waiting}</td>
        </tr>
      ))}
    </FigureTable>
  )
}

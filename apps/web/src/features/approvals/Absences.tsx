import type { ApprovalDetail } from '@huanwei/contract/approvals/endpoints'
import { useTranslation } from 'react-i18next'
import { DrawerPart } from '../../ui/drawer/DrawerFrame.tsx'
import { ApprovalTag } from './ApprovalState.tsx'
import { spanText } from './span-text.ts'
import '../queues/many.css'

/** Others of the department who are away in the days of an application, or have applied to be. */
export function Absences({ absences: { records, total } }: Pick<ApprovalDetail, 'absences'>) {
  const { t } = useTranslation('approvals')
  const more = total - records.length
  return (
    <DrawerPart title={t('absences.title')}>
      {total === 0 && <p className="list-sub">{t('absences.none')}</p>}
      {total > 0 && (
        <ul className="many-rows" aria-label={t('absences.title')}>
          {records.map((one) => (
            <li key={one.id}>
              <span>
                <strong>{one.objectName}</strong> {one.typeName} <span className="list-sub">{spanText(one, t)}</span>
              </span>
              <ApprovalTag status={one.status} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="list-sub">{t('absences.more', { n: more })}</p>}
    </DrawerPart>
  )
}

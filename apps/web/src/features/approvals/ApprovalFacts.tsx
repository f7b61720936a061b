import type { Approval } from '@huanwei/contract/approvals/endpoints'
import { approvalDeadline } from '@huanwei/contract/approvals/rules'
import { useTranslation } from 'react-i18next'
import { DrawerFacts } from '../../ui/drawer/DrawerFrame.tsx'
import { DueTime } from '../deadlines/Due.tsx'
import { spanText } from './span-text.ts'

/** The facts of an application; who submitted it only where that is somebody else. */
export function ApprovalFacts({ approval }: { approval: Approval }) {
  const { t } = useTranslation(['approvals', 'deadlines'])
  const { objectId, objectName, submittedBy, submittedByName, deptName, roleName } = approval
  return (
    <DrawerFacts
      facts={[
        { key: 'applicant', label: t('column.applicant'), value: objectName },
        { key: 'proxy', label: t('proxy'), value: submittedBy === objectId ? '—' : submittedByName },
        { key: 'place', label: t('departmentAndRole'), value: [deptName, roleName].filter(Boolean).join(' / '), wide: true },
        { key: 'type', label: t('column.type'), value: approval.typeName },
        { key: 'days', label: t('column.days'), value: approval.fate },
        { key: 'span', label: t('span'), value: spanText(approval, t), wide: true },
        { key: 'time', label: t('column.time'), value: approval.createTime, wide: true },
        { key: 'due', label: t('deadlines:dueTime'), value: <DueTime deadline={approvalDeadline(approval)} />, wide: true },
        { key: 'reason', label: t('column.reason'), value: approval.reason, wide: true },
      ]}
    />
  )
}

import { CauseKind } from '@huanwei/contract/cleaning/codes'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMenuPages } from '../../../shell/menu/menu-pages.ts'

/** Pages on which causes open. */
const pageOf: Record<CauseKind, string> = {
  [CauseKind.personViolation]: '/event/personnel/index',
  [CauseKind.vehicleViolation]: '/event/illegal/index',
  [CauseKind.facilityAlarm]: '/event/facility/index',
  [CauseKind.publicEvent]: '/event/public/index',
  [CauseKind.inspection]: '/event/inspection/index',
  [CauseKind.can]: '/asset/bin/index',
}

/** What a report was dispatched from, as a link where the person's menu has its page. */
export function CauseLink({ kind, id }: { kind: CauseKind; id: number }) {
  const { t } = useTranslation('cleaning')
  const held = useMenuPages(null)
  const name = t(`cause.${kind}`)
  return held?.has(pageOf[kind]) ? <Link to={`${pageOf[kind]}?open=${id}`}>{name}</Link> : name
}

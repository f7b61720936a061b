import { DownloadOutlined } from '@ant-design/icons'
import { CauseKind } from '@huanwei/contract/cleaning/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { makeViolationCase, type ViolationDetail } from '@huanwei/contract/violations/endpoints'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api.ts'
import { showFailure } from '../../../lib/failure.ts'
import { saveFrom } from '../../../lib/save.ts'
import { useMay } from '../../../lib/session.ts'
import { DrawerPart } from '../../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../../ui/form/ActionButton.tsx'
import { WorkStrip } from '../../cleaning/causes/WorkStrip.tsx'
import { EmergencyRecord } from '../../emergencies/EmergencyRecord.tsx'
import { Photos } from '../../files/Photos.tsx'
import { AttachmentList } from '../../video/AttachmentList.tsx'
import { ClipList } from '../../video/ClipList.tsx'
import { ServerEvidence } from '../../video/ServerEvidence.tsx'
import { StormParts } from '../StormParts.tsx'
import { ViolationFacts } from '../ViolationFacts.tsx'
import { ViolationSteps } from '../ViolationSteps.tsx'
import { forObject } from '../violation-words.ts'
import { EvidenceViews } from './EvidenceViews.tsx'
import { MergedNote } from './MergedNote.tsx'
import { ObjectRecord } from './ObjectRecord.tsx'
import { useEvidence } from './use-evidence.ts'
import { useEvidenceFacts } from './use-evidence-facts.tsx'
import { ViolationTrack } from './ViolationTrack.tsx'
import { ViolationVideo } from './ViolationVideo.tsx'

/** A picture that the terminal was asked for has come by then. */
const freshSeconds = 60

const causeKinds = {
  [ObjectType.person]: CauseKind.personViolation,
  [ObjectType.vehicle]: CauseKind.vehicleViolation,
  [ObjectType.facility]: CauseKind.facilityAlarm,
} as const satisfies Record<ObjectType, CauseKind>

type Props = {
  violation: ViolationDetail
  /** Arrival of the violation, epoch ms. */
  since: number
  /** Opens another violation: of the same storm, or the one that this alarm is merged into. */
  onOpen: (id: number) => void
  /** Deals with the whole storm that one is part of. */
  onStorm: (id: number) => void
}

async function saveCase(violationEventId: number) {
  const made = await call(makeViolationCase, { violationEventId }).catch(showFailure)
  if (made) saveFrom(made.url)
}

/** What is known of a violation: its facts, what the object did before, where it was, and what was done about it. */
export function ViolationContent({ violation, since, onOpen, onStorm }: Props) {
  const { t } = useTranslation(['violations', 'video'])
  const { id, objectType, objectName, mergedInto, parts, violationVerifyProcess } = violation
  const evidence = useEvidence(id, violation.endTime === null && violation.duration < freshSeconds)
  const { photos = [], clips = [], attachments = [], awaited = 0 } = evidence.data ?? {}
  const mayWatch = useMay('video_view')
  const captionOf = (name: string) => {
    const photo = photos.find(({ fileName }) => fileName === name)
    return photo && t('photoOf', photo)
  }
  return (
    <>
      {mergedInto !== null && <MergedNote into={mergedInto} onOpen={onOpen} />}
      <ViolationFacts violation={violation} since={since} more={useEvidenceFacts(objectType, evidence.data)} />
      {parts > 1 && <StormParts id={id} count={parts} onOpen={onOpen} onStorm={onStorm} />}
      <WorkStrip kind={causeKinds[objectType]} id={id} />
      <DrawerPart title={t(forObject(objectType, 'place'))}>
        <ViolationTrack violation={violation} areas={evidence.data?.areas} />
      </DrawerPart>
      {objectType === ObjectType.vehicle && mayWatch && <ViolationVideo violation={violation} />}
      {photos.length > 0 && (
        <DrawerPart title={t('photos')}>
          <Photos of={objectName} names={photos.map(({ fileName }) => fileName)} captionOf={captionOf} />
        </DrawerPart>
      )}
      {attachments.length + awaited > 0 && (
        <DrawerPart title={t('video:attachment.title')}>
          <AttachmentList of={objectName} attachments={attachments} awaited={awaited} />
        </DrawerPart>
      )}
      {objectType === ObjectType.vehicle && mayWatch && <ServerEvidence violationEventId={id} />}
      {clips.length > 0 && (
        <DrawerPart title={t('clips')}>
          <ClipList label={t('clips')} clips={clips} nameOf={(clip) => t('clipOf', { ...clip, name: objectName })} />
        </DrawerPart>
      )}
      <DrawerPart title={t('record.title')}>
        {evidence.error && <p className="drawer-note">{t('record.failed', { reason: evidence.error.message })}</p>}
        {evidence.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
        {evidence.data && <ObjectRecord violation={violation} record={evidence.data.record} />}
      </DrawerPart>
      <DrawerPart title={t('process')}>
        <ViolationSteps steps={violationVerifyProcess} objectType={objectType} />
        <EmergencyRecord of={{ violationEventId: id }} />
        {evidence.data && <EvidenceViews evidence={evidence.data} />}
      </DrawerPart>
      <DrawerPart title={t('case.title')}>
        <p className="drawer-note">{t('case.hint')}</p>
        <ActionButton icon={<DownloadOutlined aria-hidden />} onAct={() => saveCase(id)}>
          {t('case.make')}
        </ActionButton>
      </DrawerPart>
    </>
  )
}

import type { ViolationDetail } from '@huanwei/contract/violations/endpoints'
import { useTranslation } from 'react-i18next'
import { DrawerPart } from '../../../ui/drawer/DrawerFrame.tsx'
import { StormParts } from '../StormParts.tsx'
import { ViolationFacts } from '../ViolationFacts.tsx'
import { ViolationSteps } from '../ViolationSteps.tsx'
import { forObject } from '../violation-words.ts'
import { MergedNote } from './MergedNote.tsx'
import { ObjectRecord } from './ObjectRecord.tsx'
import { ViolationTrack } from './ViolationTrack.tsx'

type Props = {
  violation: ViolationDetail
  /** Arrival of the violation, epoch ms. */
  since: number
  /** Opens another violation: of the same storm, or the one that this alarm is merged into. */
  onOpen: (id: number) => void
  /** Deals with the whole storm that one is part of. */
  onStorm: (id: number) => void
}

/** What is known of a violation: its facts, what the object did before, where it was, and what was done about it. */
export function ViolationContent({ violation, since, onOpen, onStorm }: Props) {
  const { t } = useTranslation('violations')
  const { id, objectType, mergedInto, parts, violationVerifyProcess } = violation
  return (
    <>
      {mergedInto !== null && <MergedNote into={mergedInto} onOpen={onOpen} />}
      <ViolationFacts violation={violation} since={since} />
      {parts > 1 && <StormParts id={id} count={parts} onOpen={onOpen} onStorm={onStorm} />}
      <DrawerPart title={t(forObject(objectType, 'place'))}>
        <ViolationTrack violation={violation} />
      </DrawerPart>
      <DrawerPart title={t('record.title')}>
        <ObjectRecord violation={violation} />
      </DrawerPart>
      <DrawerPart title={t('process')}>
        <ViolationSteps steps={violationVerifyProcess} objectType={objectType} />
      </DrawerPart>
    </>
  )
}

import type { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import type { ViolationStep } from '@huanwei/contract/violations/endpoints'
import { isFalseAlarm } from '@huanwei/contract/violations/rules'
import { useTranslation } from 'react-i18next'
import { Timeline } from '../../ui/drawer/Timeline.tsx'
import { verdictWord, violationLooks } from './ViolationState.tsx'
import { forObject } from './violation-words.ts'

/** 0 is a real alarm, 1 and 2 a false one with reason and remark, 4 revoked; the first says which rule made it. Source: spec 2, section 4.1. */
export function ViolationSteps({ steps, objectType }: { steps: ViolationStep[]; objectType: ObjectType }) {
  const { t } = useTranslation('violations')
  const title = (alarmType: AlarmType, i: number) => {
    if (alarmType === AlarmType.pending) return i === 0 ? t(forObject(objectType, 'arose')) : t('undone')
    return isFalseAlarm(alarmType)
      ? `${t('kind.false')} · ${t(violationLooks[alarmType].word)}`
      : t(verdictWord(alarmType, objectType))
  }
  return (
    <Timeline
      label={t('process')}
      steps={steps.map(({ createTime, objectName, alarmType, remark }, i) => ({
        key: i,
        time: createTime,
        title: title(alarmType, i),
        who: objectName,
        text: remark,
        icon: violationLooks[alarmType].icon,
        tone: alarmType === AlarmType.pending ? 'plain' : violationLooks[alarmType].tone,
      }))}
    />
  )
}

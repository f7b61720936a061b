import { CheckCircleOutlined, ExclamationCircleOutlined, MinusCircleOutlined, UndoOutlined } from '@ant-design/icons'
import { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../lib/tick.ts'
import { lastingText } from '../../lib/time.ts'
import { ListTag, type Tone } from '../../ui/list/ListTag.tsx'
import { forObject } from './violation-words.ts'

/** Look of a state, and the key of its text. */
export const violationLooks = {
  [AlarmType.pending]: { word: 'verdict.pending', tone: 'bad', icon: <ExclamationCircleOutlined /> },
  [AlarmType.real]: { word: 'verdict.real', tone: 'good', icon: <CheckCircleOutlined /> },
  [AlarmType.falseSystem]: { word: 'verdict.falseSystem', tone: 'plain', icon: <MinusCircleOutlined /> },
  [AlarmType.falseDispatch]: { word: 'verdict.falseDispatch', tone: 'plain', icon: <MinusCircleOutlined /> },
  [AlarmType.revoked]: { word: 'verdict.revoked', tone: 'warn', icon: <UndoOutlined /> },
} as const satisfies Record<AlarmType, { word: string; tone: Tone; icon: React.ReactNode }>

/** Key of the text of a verdict on an object of this kind. */
export const verdictWord = (alarmType: AlarmType, objectType: ObjectType) =>
  alarmType === AlarmType.real ? forObject(objectType, 'verdict.real') : violationLooks[alarmType].word

type TagProps = {
  alarmType: AlarmType
  /** A facility's alarm is real, not a violation. */
  objectType?: ObjectType
  /** True where all are processed: the verdict is enough. */
  isBrief?: boolean
}

/** 待处理, or 已处理 with the verdict. */
export function ViolationTag({ alarmType, objectType = ObjectType.vehicle, isBrief = false }: TagProps) {
  const { t } = useTranslation('violations')
  const { tone, icon } = violationLooks[alarmType]
  const verdict = t(verdictWord(alarmType, objectType))
  const text = isBrief ? verdict : `${t('status.processed')}·${verdict}`
  return <ListTag tone={tone} icon={icon} text={alarmType === AlarmType.pending ? t('status.pending') : text} />
}

type DurationProps = {
  /** The server's own text. */
  seconds: number
  /** When it said so, epoch ms. */
  since: number
  isInForce: boolean
}

/** Duration; for a violation in force it grows every second, with a dot. */
export const Duration = ({ seconds, since, isInForce }: DurationProps) =>
  isInForce ? <GrowingDuration seconds={seconds} since={since} /> : lastingText(seconds)

function GrowingDuration({ seconds, since }: { seconds: number; since: number }) {
  const { t } = useTranslation('violations')
  const grown = Math.max(0, Math.floor((useTick() - since) / 1000))
  return (
    <span title={t('inForce')}>
      <span className="list-live" role="img" aria-label={t('inForce')} />
      {lastingText(seconds + grown)}
    </span>
  )
}

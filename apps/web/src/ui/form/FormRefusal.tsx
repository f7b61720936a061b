import { Alert, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import { Segments } from '../select/Segments.tsx'
import { ActionButton } from './ActionButton.tsx'
import { isOutdated, type NewerState, type Side } from './use-newer-state.ts'
import './form-drawer.css'

type Props = {
  state: Pick<NewerState, 'sides' | 'show' | 'load' | 'refusal' | 'newerTime'>
  /** False where the form cannot load its state again. */
  mayLoad: boolean
}

/** Below every form: why nothing was done. Where somebody else was first, told before anything is sent or with the refusal, the way to what is there now, and back to what was typed. */
export function FormRefusal({ state: { sides, show, load, refusal, newerTime }, mayLoad }: Props) {
  const { t } = useTranslation('list')
  const ways = mayLoad && (
    <Flex gap={8} wrap>
      <ActionButton size="small" onAct={() => load('own')}>
        {t('form.compare')}
      </ActionButton>
      <ActionButton size="small" onAct={() => load('newer')}>
        {t('form.reload')}
      </ActionButton>
    </Flex>
  )
  if (refusal)
    return (
      <Alert className="form-refusal" type="error" role="alert" title={refusal.message} action={isOutdated(refusal) && ways} />
    )
  if (newerTime)
    return (
      <Alert className="form-refusal" type="warning" role="status" title={t('form.changed', { when: newerTime })} action={ways} />
    )
  if (!sides) return null
  const count = sides.differing.length
  if (count === 0) return <Alert type="info" role="status" title={t('form.same')} />
  return (
    <Alert
      className="form-refusal"
      type="warning"
      role="status"
      title={t('form.differ', { count })}
      action={
        <Segments<Side>
          size="small"
          aria-label={t('form.compare')}
          value={sides.shown}
          onChange={show}
          options={(['own', 'newer'] as const).map((value) => ({ value, label: t(`form.${value}`) }))}
        />
      }
    />
  )
}

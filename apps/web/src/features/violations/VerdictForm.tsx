import { QuestionCircleOutlined } from '@ant-design/icons'
import type { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { Input, Radio, Select, Tooltip } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { VerdictFields } from './use-verdict.ts'
import { violationLooks } from './ViolationState.tsx'
import { forObject } from './violation-words.ts'

const reasons = [AlarmType.falseSystem, AlarmType.falseDispatch] as const

/** Real violation or false alarm; a false one with its reason and a remark. Source: spec 2, section 2.1. */
export function VerdictForm({ draft, onDraft, missing, objectType }: VerdictFields & { objectType: ObjectType }) {
  const { t } = useTranslation('violations')
  const [reasonId, remarkId, errorId] = [useId(), useId(), useId()]
  const error = missing && (
    <p id={errorId} className="drawer-error" role="alert">
      {t(missing === 'kind' ? forObject(objectType, 'missing.kind') : 'missing.reason')}
    </p>
  )
  return (
    <div className="drawer-form">
      <Radio.Group
        aria-label={t('verify')}
        aria-describedby={missing === 'kind' ? errorId : undefined}
        value={draft.kind}
        onChange={({ target }) => onDraft({ ...draft, kind: target.value === 'real' ? 'real' : 'false' })}
        options={[
          { value: 'real', label: t(forObject(objectType, 'kind.real')) },
          { value: 'false', label: t('kind.false') },
        ]}
      />
      {missing === 'kind' && error}
      {draft.kind === 'false' && (
        <>
          <label htmlFor={reasonId}>{t('reason')}</label>
          <Select
            id={reasonId}
            aria-describedby={missing === 'reason' ? errorId : undefined}
            status={missing === 'reason' ? 'error' : ''}
            placeholder={t('reasonHint')}
            value={draft.reason}
            onChange={(reason) => onDraft({ ...draft, reason })}
            options={reasons.map((value) => ({ value, label: t(violationLooks[value].word) }))}
          />
          {missing === 'reason' && error}
          <span>
            <label htmlFor={remarkId}>{t('remark')}</label>{' '}
            <Tooltip title={t('falseHint')} trigger={['hover', 'focus', 'click']}>
              <button type="button" className="drawer-help" aria-label={t('falseHint')}>
                <QuestionCircleOutlined />
              </button>
            </Tooltip>
          </span>
          <Input.TextArea
            id={remarkId}
            rows={2}
            maxLength={500}
            value={draft.remark}
            onChange={({ target }) => onDraft({ ...draft, remark: target.value })}
          />
        </>
      )}
    </div>
  )
}

import type { ObjectType } from '@huanwei/contract/objects'
import { ConditionKind, conditionKinds, Severity } from '@huanwei/contract/rules/codes'
import type { MonitoringRule } from '@huanwei/contract/rules/endpoints'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useAct, useSend } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { RuleFields } from './RuleFields.tsx'
import { ruleCalls } from './rule-calls.ts'
import { newRule, putsInForce, ruleForm, ruleOf, sayingOf, startOf } from './rule-form.ts'
import { RuleTryout } from './tryout/RuleTryout.tsx'
import { TryoutDrawer } from './tryout/TryoutDrawer.tsx'
import { useAnswer } from './use-answer.ts'
import './rules.css'

type Props = {
  objectType: ObjectType
  /** A new one without. */
  rule: MonitoringRule | undefined
  /** What a new one begins with. */
  preset?: { name: string; objectIds: number[]; areaIds?: number[]; kind?: ConditionKind }
  error: Error | null
  onReload: () => PromiseLike<unknown>
  onClose: () => void
  onHandled: () => void
}

type Entered = Parameters<typeof sayingOf>[0]

/** One rule: what it looks at, whom it watches, when, and what happens. */
export function RuleDrawer({ objectType, rule, preset, error, onReload, onClose, onHandled }: Props) {
  const { t } = useTranslation('rules')
  const { add, tryOut } = ruleCalls[objectType]
  const { mayAdd, mayEdit, mayRemove, send, sendNew, remove } = useActs(objectType, onHandled)
  const firstKind = preset?.kind ?? conditionKinds[objectType][0]
  const { shown, isWanted, setTried } = useTryoutBefore(rule)

  return (
    <>
      <FormDrawer
        title={rule?.name ?? t('add')}
        fields={({ kind }) => ruleForm(z.enum(ConditionKind).parse(kind), add.input)}
        start={rule ? startOf(rule) : { ...newRule, kind: firstKind, severity: Severity.alarm, ...preset }}
        error={error}
        onReload={onReload}
        mayEdit={rule ? mayEdit : mayAdd}
        onSend={async (values) => {
          const entered = add.input.parse(ruleOf(values))
          if (mayAdd && !(await isWanted(entered))) return
          if (rule) await send({ ...entered, id: rule.id, updateTime: values.updateTime })
          else await sendNew(entered)
          onClose()
        }}
        onClose={onClose}
        actions={(updateTime) =>
          rule &&
          mayRemove && (
            <RemoveButton
              question={{ title: t('removeTitle'), content: t('removeHint', { name: rule.name }) }}
              onRemove={() => remove({ id: rule.id, updateTime })}
            />
          )
        }
      >
        {(values) => (
          <>
            <RuleFields
              objectType={objectType}
              kind={values.kind ?? firstKind}
              metric={values.metric}
              addition={values.addition}
              ownAreas={values.ownAreas}
            />
            {mayAdd && <RuleTryout endpoint={tryOut} rule={ruleOf(values)} onTried={setTried} />}
          </>
        )}
      </FormDrawer>
      {shown && (
        <TryoutDrawer
          endpoint={tryOut}
          rule={shown.asked}
          isChange={rule?.enabled === true}
          onConfirm={async () => shown.onAnswer(true)}
          onClose={() => shown.onAnswer(false)}
        />
      )}
    </>
  )
}

function useActs(objectType: ObjectType, onRemoved: () => void) {
  const { list, add, change, remove, noun } = ruleCalls[objectType]
  return {
    /** Who adds rules tries them out too. */
    mayAdd: useMay(`${noun}_add`),
    mayEdit: useMay(`${noun}_edit`),
    mayRemove: useMay(`${noun}_del`),
    sendNew: useSend(add, [list]),
    send: useSend(change, [list]),
    remove: useAct(remove, [list], onRemoved),
  }
}

/** A rule that was not tried as it is now is tried, and asked about, before it comes into force. */
function useTryoutBefore(rule: MonitoringRule | undefined) {
  const tried = useRef('')
  const { shown, ask } = useAnswer<Entered>()
  return {
    shown,
    isWanted: async (entered: Entered) => !putsInForce(entered, rule) || tried.current === sayingOf(entered) || ask(entered),
    setTried(entered: Entered) {
      tried.current = sayingOf(entered)
    },
  }
}

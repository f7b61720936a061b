import { Button, type FormInstance } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ApiError, errorOf, isGone } from '../../lib/errors.ts'
import { DrawerFrame } from '../drawer/DrawerFrame.tsx'
import { ActionButton } from './ActionButton.tsx'
import { FormFields } from './FormFields.tsx'
import { FormRefusal } from './FormRefusal.tsx'
import { checkForm, type Problem } from './form-problems.ts'
import { type NewerState, useNewerState, type Values } from './use-newer-state.ts'
import './form-drawer.css'

type Props<Fields extends z.ZodObject> = {
  title: string
  /** State of the thing, as a tag. */
  state?: ReactNode
  /**
   * Input schema of the call, from the contract; each problem is shown under the `Form.Item` of the same name. As a function of what is filled in
   * where it depends on that.
   */
  fields: Fields | ((values: Values) => Fields)
  /** Initial values of the fields, and values sent without a field, such as `updateTime`. Undefined while loading. */
  start: Partial<z.input<Fields>> | undefined
  /** Why `start` is not there; a 404 later says that it was removed meanwhile. */
  error?: Error | null
  /** Loads `start` again: after a failure, or when somebody else has changed it meanwhile (409). */
  onReload?: () => PromiseLike<unknown> | undefined
  /** Rejects when refused: the words stand in the form, which stays. */
  onSend: (values: z.output<Fields>) => PromiseLike<unknown>
  onClose: () => void
  /** Without it nothing can be sent: 取消 is 关闭, and the fields are out of use. */
  mayEdit?: boolean
  /** 确定 unless said otherwise. */
  confirmLabel?: string
  /** Before 取消: what else can be done with it, from the state that the form shows. */
  actions?: (updateTime: string | undefined) => ReactNode
  /** `Form.Item`s with `name` and `label`; as a function of what is filled in where fields depend on each other. */
  children: ReactNode | ((values: Partial<z.input<Fields>>, form: FormInstance) => ReactNode)
}

/** Every form: a drawer with labels above, what is wrong in words under the field, and unsent text asked about. Source: design, forms. */
export function FormDrawer<Fields extends z.ZodObject>(props: Props<Fields>) {
  const { title, state, start, error, onReload, onClose, mayEdit = true, confirmLabel, actions, children } = props
  const { t } = useTranslation('list')
  const shownForm = useRef<FormInstance>(null)
  const newer = useNewerState({ start, onReload, readForm: () => shownForm.current?.getFieldsValue() ?? {} })
  const { first, values, sides, refusal, newerTime, updateTime } = newer
  const [isChanged, setChanged] = useState(false)

  const confirm = async () => {
    if (shownForm.current) await send(shownForm.current, props, newer)
  }

  return (
    <DrawerFrame
      title={title}
      state={state}
      asked={{ data: first, error: error ?? null, refetch: () => onReload?.() }}
      onClose={onClose}
      isUnsent={isChanged || (sides?.differing.length ?? 0) > 0}
      form={(refusal || newerTime || sides) && <FormRefusal state={newer} mayLoad={onReload !== undefined} />}
      buttons={(close) => (
        <>
          {actions && <span className="form-actions">{actions(updateTime)}</span>}
          {mayEdit && <span className="drawer-hint">{t('confirmHint')}</span>}
          <Button autoInsertSpace={false} onClick={close}>
            {t(mayEdit ? 'action.cancel' : 'action.close')}
          </Button>
          {mayEdit && (
            <ActionButton type="primary" confirms disabled={!first || isGone(error)} onAct={confirm}>
              {confirmLabel ?? t('action.confirm')}
            </ActionButton>
          )}
        </>
      )}
    >
      {first && values && (
        <FormFields
          key={newer.key}
          shownForm={shownForm}
          first={first}
          start={values}
          sides={sides}
          isOff={!mayEdit}
          takesFocus
          onChanged={setChanged}
        >
          {children}
        </FormFields>
      )}
    </DrawerFrame>
  )
}

/** Sends what is filled in, when it is right. What is wrong is said under its field, what is refused in the form, which stays. */
async function send<Fields extends z.ZodObject>(
  form: FormInstance,
  { fields, onSend }: Pick<Props<Fields>, 'fields' | 'onSend'>,
  { first, setRefusal }: Pick<NewerState, 'first' | 'setRefusal'>,
) {
  const filled = { ...first, ...form.getFieldsValue() }
  const checked = checkForm(typeof fields === 'function' ? fields(filled) : fields, filled, labelOf)
  if ('problems' in checked) return show(checked.problems)
  setRefusal(undefined)
  try {
    await onSend(checked.values)
  } catch (cause) {
    const refused = errorOf(cause)
    const field = fieldOf(refused)
    if (field !== undefined && field in form.getFieldsValue()) show([{ name: field, errors: [refused.message] }])
    else setRefusal(refused)
  }

  function show(problems: Problem[]) {
    const shown = Object.keys(form.getFieldsValue())
    const known = problems.filter(({ name }) => shown.includes(name))
    form.setFields(known)
    if (known[0]) form.scrollToField(known[0].name, { focus: true, block: 'center' })
    else setRefusal(new Error(problems.map(({ name, errors }) => `${name} ${errors.join(' ')}`).join('; ')))
  }
}

/** Label of a field in the form that was opened last. */
const labelOf = (name: string) => [...document.querySelectorAll(`label[for$="_${name}"]`)].at(-1)?.textContent ?? ''

/** The field a refusal is about, when the server says so. */
function fieldOf(error: Error): string | undefined {
  const said = error instanceof ApiError ? z.object({ field: z.string() }).safeParse(error.data) : undefined
  return said?.data?.field
}

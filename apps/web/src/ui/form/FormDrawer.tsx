import { Alert, Button, Form, type FormInstance } from 'antd'
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ApiError } from '../../lib/errors.ts'
import { DrawerFrame } from '../drawer/DrawerFrame.tsx'
import { ActionButton } from './ActionButton.tsx'
import { checkForm, type Problem } from './form-problems.ts'
import './form-drawer.css'

type Values = Record<string, unknown>

type Props<Fields extends z.ZodObject> = {
  title: string
  /** State of the thing, as a tag. */
  state?: ReactNode
  /** Input schema of the call, from the contract; each problem is shown under the `Form.Item` of the same name. */
  fields: Fields
  /** Initial values of the fields, and values sent without a field. Undefined while loading. */
  start: Partial<z.input<Fields>> | undefined
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
  /** Before 取消: what else can be done with it. */
  actions?: ReactNode
  /** `Form.Item`s with `name` and `label`; as a function of what is filled in where fields depend on each other. */
  children: ReactNode | ((values: Partial<z.input<Fields>>, form: FormInstance) => ReactNode)
}

/** Every form: a drawer with labels above, what is wrong in words under the field, and unsent text asked about. Source: design, forms. */
export function FormDrawer<Fields extends z.ZodObject>(props: Props<Fields>) {
  const { title, state, fields, start, error, onReload, onSend, onClose, mayEdit = true, confirmLabel, actions, children } = props
  const { t } = useTranslation('list')
  const shownForm = useRef<FormInstance>(null)
  /** `start` as it was at first: what is loaded later must not change what a person has typed, nor what it is compared with. */
  const [first, setFirst] = useState(start)
  const [isReloading, setReloading] = useState(false)
  if (start && !first && !isReloading) setFirst(start)
  const [isChanged, setChanged] = useState(false)
  const [refusal, setRefusal] = useState<Error>()

  async function confirm() {
    const form = shownForm.current
    if (!form) return
    const checked = checkForm(fields, { ...first, ...form.getFieldsValue() }, labelOf)
    if ('problems' in checked) return show(form, checked.problems)
    setRefusal(undefined)
    try {
      await onSend(checked.values)
    } catch (cause) {
      const refused = cause instanceof Error ? cause : new Error(String(cause))
      const field = fieldOf(refused)
      if (field !== undefined && field in form.getFieldsValue()) show(form, [{ name: field, errors: [refused.message] }])
      else setRefusal(refused)
    }
  }
  function show(form: FormInstance, problems: Problem[]) {
    const shown = Object.keys(form.getFieldsValue())
    const known = problems.filter(({ name }) => shown.includes(name))
    form.setFields(known)
    if (known[0]) form.scrollToField(known[0].name, { focus: true, block: 'center' })
    else setRefusal(new Error(problems.map(({ name, errors }) => `${name} ${errors.join(' ')}`).join('; ')))
  }
  async function reload() {
    setFirst(undefined)
    setReloading(true)
    setRefusal(undefined)
    setChanged(false)
    await onReload?.()
    // Loaded data reach `start` with the next turn.
    await new Promise((resolve) => setTimeout(resolve))
    setReloading(false)
  }

  return (
    <DrawerFrame
      title={title}
      state={state}
      asked={{ data: first, error: error ?? null, refetch: () => onReload?.() }}
      onClose={onClose}
      isUnsent={isChanged}
      form={
        refusal && (
          <Alert
            type="error"
            role="alert"
            title={refusal.message}
            action={
              onReload && isConflict(refusal) ? (
                <Button size="small" onClick={reload}>
                  {t('form.reload')}
                </Button>
              ) : null
            }
          />
        )
      }
      buttons={(close) => (
        <>
          {actions}
          {mayEdit && <span className="drawer-hint">{t('confirmHint')}</span>}
          <Button autoInsertSpace={false} onClick={close}>
            {t(mayEdit ? 'action.cancel' : 'action.close')}
          </Button>
          {mayEdit && (
            <ActionButton type="primary" confirms disabled={!first} onAct={confirm}>
              {confirmLabel ?? t('action.confirm')}
            </ActionButton>
          )}
        </>
      )}
    >
      {first && (
        <FormFields shownForm={shownForm} first={first} isOff={!mayEdit} onChanged={setChanged}>
          {children}
        </FormFields>
      )}
    </DrawerFrame>
  )
}

type FieldsProps<S extends Values> = {
  /** Filled with the form: each time `first` is new, so is the form. */
  shownForm: RefObject<FormInstance | null>
  first: S
  isOff: boolean
  onChanged: (isChanged: boolean) => void
  children: ReactNode | ((values: S, form: FormInstance) => ReactNode)
}

function FormFields<S extends Values>({ shownForm, first, isOff, onChanged, children }: FieldsProps<S>) {
  const [form] = Form.useForm()
  useImperativeHandle(shownForm, () => form)
  const [values, setValues] = useState(first)
  const box = useRef<HTMLDivElement>(null)
  // The first field takes the keyboard, once the drawer has had it.
  useEffect(() => {
    const timer = setTimeout(() =>
      box.current?.querySelector<HTMLElement>(':is(input, textarea):not(:disabled)')?.focus({ preventScroll: true }),
    )
    return () => clearTimeout(timer)
  }, [])
  return (
    <Form
      name="form"
      layout="vertical"
      form={form}
      initialValues={first}
      disabled={isOff}
      requiredMark={!isOff}
      onValuesChange={(changed: Values, all: Values) => {
        form.setFields(Object.keys(changed).map((name) => ({ name, errors: [] })))
        setValues({ ...first, ...all })
        onChanged(Object.entries(all).some(([name, value]) => asText(value) !== asText(first[name])))
      }}
    >
      <div className="form-drawer" ref={box}>
        {typeof children === 'function' ? children(values, form) : children}
      </div>
    </Form>
  )
}

/** Label of a field on the screen. */
const labelOf = (name: string) => document.querySelector(`label[for="form_${name}"]`)?.textContent ?? ''

/** Nothing, null and an empty text are the same to a person. */
const asText = (value: unknown) => JSON.stringify(value === '' || value === undefined ? null : value)

/** The field a refusal is about, when the server says so. */
function fieldOf(error: Error): string | undefined {
  const said = error instanceof ApiError ? z.object({ field: z.string() }).safeParse(error.data) : undefined
  return said?.data?.field
}

const isConflict = (error: Error) => error instanceof ApiError && error.status === 409

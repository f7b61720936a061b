import { Form, type FormInstance } from 'antd'
import { type ReactNode, type RefObject, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { useMarks } from './use-marks.ts'
import { isSame, type NewerState, type Values } from './use-newer-state.ts'

type Props<S extends Values> = {
  /** Leads the ids of the fields, where a test or a password manager looks for them. */
  name?: string
  /** Filled with the form: each time `start` is new, so is the form. */
  shownForm: RefObject<FormInstance | null>
  /** State that what is typed is compared with. */
  first: S
  start: Values
  sides: NewerState['sides']
  isOff: boolean
  /** The first field has the keyboard as soon as it is there. */
  takesFocus?: boolean
  onChanged: (isChanged: boolean) => void
  children: ReactNode | ((values: S, form: FormInstance) => ReactNode)
}

/** Fields of a form under the names of what is sent; after a newer state was loaded with what differs marked. */
export function FormFields<S extends Values>(props: Props<S>) {
  const own = useId()
  const { name = own, shownForm, first, start, sides, isOff, takesFocus = false, onChanged, children } = props
  const [form] = Form.useForm()
  useImperativeHandle(shownForm, () => form)
  const [values, setValues] = useState({ ...first, ...start })
  const box = useRef<HTMLDivElement>(null)
  useMarks(form, sides)
  // The first field takes the keyboard, once the drawer has had it; who chooses between two states stays there.
  useEffect(() => {
    if (!takesFocus) return
    const timer = setTimeout(() => {
      if (document.activeElement?.closest('.drawer-fold')) return
      box.current?.querySelector<HTMLElement>(':is(input, textarea):not(:disabled)')?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [takesFocus])
  return (
    <Form
      name={name}
      layout="vertical"
      form={form}
      initialValues={start}
      disabled={isOff}
      requiredMark={!isOff}
      onValuesChange={(changed: Values, all: Values) => {
        form.setFields(Object.keys(changed).map((name) => ({ name, errors: [] })))
        setValues({ ...first, ...all })
        onChanged(Object.entries(all).some(([name, value]) => !isSame(value, first[name])))
      }}
    >
      <div className="form-drawer" ref={box}>
        {typeof children === 'function' ? children(values, form) : children}
      </div>
    </Form>
  )
}

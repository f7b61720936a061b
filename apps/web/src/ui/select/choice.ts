/** A field that one thing is chosen in. In a form, `Form.Item` gives everything but the label. */
export type Choice<Value> = {
  label: string
  id?: string
  value?: Value | undefined
  onChange?: (value: Value | undefined) => void
}

import { Segmented, type SegmentedProps } from 'antd'

/** A few choices side by side, one tab stop: antd's own makes the group another one besides the chosen option. */
export const Segments = <Value extends string | number>(props: SegmentedProps<Value>) => (
  <Segmented<Value> {...props} tabIndex={-1} />
)

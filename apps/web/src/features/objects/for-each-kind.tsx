import { ObjectType } from '@huanwei/contract/objects'
import type { ComponentType } from 'react'

/** A component for each kind of objects, by kind: the address and the filters of each kind need one of their own. */
export const forEachKind = <P,>(Of: ComponentType<P & { objectType: ObjectType }>) => ({
  [ObjectType.person]: (props: P) => <Of {...props} objectType={ObjectType.person} />,
  [ObjectType.vehicle]: (props: P) => <Of {...props} objectType={ObjectType.vehicle} />,
  [ObjectType.facility]: (props: P) => <Of {...props} objectType={ObjectType.facility} />,
})

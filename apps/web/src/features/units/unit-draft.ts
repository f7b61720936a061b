import type { Unit } from '@huanwei/contract/units/endpoints'

const empty = {
  systemName: '',
  shortName: '',
  logo: '',
  ico: '',
  contact: '',
  videoSource: '',
  account: '',
  intercomAccount: '',
  intercomUrl: '',
  frameOrigins: [],
  gpsUrl: '',
  evaluationUrl: '',
  feixiangUrl: '',
}

/** Initial values of the form. Passwords are never sent to browsers, so their fields begin empty. */
export function shownOf(unit: Unit | null) {
  const { frameOrigins, ...rest } = unit ?? empty
  return {
    ...rest,
    frameOrigins: frameOrigins.join('\n'),
    password: '',
    intercomPassword: '',
    removesPassword: false,
    removesIntercomPassword: false,
  }
}
type Draft = Partial<ReturnType<typeof shownOf>>

/** Input from a filled-in form: an empty password stays unchanged, unless it is to be removed. */
export function sentOf({ frameOrigins, removesPassword, removesIntercomPassword, password, intercomPassword, ...rest }: Draft) {
  return {
    ...rest,
    frameOrigins: (frameOrigins ?? '').split(/\s+/).filter(Boolean),
    ...passwordOf('password', password, removesPassword),
    ...passwordOf('intercomPassword', intercomPassword, removesIntercomPassword),
  }
}

const passwordOf = (name: string, typed: string | undefined, isRemoved: boolean | undefined) =>
  isRemoved ? { [name]: '' } : typed ? { [name]: typed } : {}

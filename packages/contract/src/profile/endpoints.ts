import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, nothing, orNone, word } from '../fields.ts'
import { madeFrom } from '../last-change.ts'
import { Gender, Name, NewPassword, Phone, User } from '../users/endpoints.ts'

/** `avatar` is the name of a stored picture; a blank `phone` leaves it. */
const profile = {
  name: Name.optional(),
  gender: Gender.optional(),
  phone: orNone(Phone),
  avatar: z.string().max(100).nullish(),
}

/** The caller's own data. Another phone, and a new password (`newpassword1`), need the present one in `password`. Data false with the reason when that is wrong. */
export const changeOwnUser = endpoint({
  method: 'PUT',
  path: '/admin/user/edit',
  access: 'session',
  input: z.object({
    ...profile,
    username: z.string().max(64).optional(),
    password: orNone(z.string().max(128)),
    newpassword1: orNone(NewPassword),
    ...madeFrom,
  }),
  output: done,
})
/** The caller's own password. Every other session of theirs ends. */
export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/admin/user/editPwd',
  access: 'session',
  input: z.object({
    username: z.string().max(64).optional(),
    password: z.string(word('enterPassword')).min(1, word('enterPassword')).max(128),
    newpassword1: NewPassword,
  }),
  output: done,
})

/** The last log-ins of the caller, newest first. */
export const getOwnLogins = endpoint({
  method: 'GET',
  path: '/admin/user/logins',
  access: 'session',
  input: nothing,
  output: z.array(
    z.object({
      id: z.number(),
      createTime: z.string(),
      /** 0 failed, 1 succeeded, 2 the account was locked. */
      status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      remoteAddr: z.string(),
      userAgent: z.string(),
    }),
  ),
})

/** The caller, with permissions and roles as they are now. Source: spec 4, S0 §7. */
export const getUserDetail = endpoint({
  method: 'GET',
  path: '/admin/user/info',
  access: 'session',
  input: nothing,
  output: z.object({
    sysUser: User,
    permissions: z.array(z.string()),
    roles: z.array(z.number()),
    seesAll: z.boolean(),
  }),
})

import { z } from 'zod'
import { documentsFilter } from '../documents/endpoints.ts'
import { endpoint } from '../endpoint.ts'
import { done, id, intercomAccount, orNone, word } from '../fields.ts'
import { lastChange, madeFrom } from '../last-change.ts'
import { mostAtOnce, outcomeOfOne } from '../many.ts'
import { newestFirst, page, pageQuery } from '../page.ts'
import { isPlainName, passwordProblem, phoneProblem } from './rules.ts'

/** '0' male, '1' female, '2' not said. */
export const Gender = z.enum(['0', '1', '2'])
/** '0' ok, '9' locked. */
const LockFlag = z.enum(['0', '9'])

/** A user row as the screens know it; never with a password. */
export const User = z.object({
  userId: z.number(),
  username: z.string(),
  /** Name; may be empty. */
  name: z.string(),
  gender: Gender,
  phone: z.string().nullable(),
  avatar: z.string().nullable(),
  intercomAccount: z.string(),
  deptId: z.number(),
  deptName: z.string(),
  tenantId: z.number(),
  lockFlag: LockFlag,
  createTime: z.string(),
  ...lastChange,
  /** The user name of who did; empty where nobody of the installation did. */
  updateBy: z.string(),
  roleList: z.array(z.object({ roleId: z.number(), roleName: z.string() })),
  /** Number and id of the person's badge or phone, null when none, and whether it was heard of in the last six minutes. */
  terminalNo: z.string().nullable(),
  deviceId: z.number().nullable(),
  online: z.boolean(),
})
export type User = z.infer<typeof User>

export const Username = z
  .string()
  .trim()
  .min(1, word('enterUsername'))
  .max(64)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_.@-]*$/u, word('usernameLetters'))
  .refine(isPlainName, word('usernameAlphabet'))
export const Name = z.string().trim().max(50)
export const Phone = z
  .string(word('enterPhone'))
  .trim()
  .superRefine((phone, { addIssue }) => {
    const problem = phoneProblem(phone)
    if (problem) addIssue({ code: 'custom', message: problem })
  })
export const NewPassword = z
  .string(word('enterPassword'))
  .max(128)
  .superRefine((password, { addIssue }) => {
    const problem = passwordProblem(password)
    if (problem) addIssue({ code: 'custom', message: problem })
  })

const fields = {
  username: Username,
  name: Name.default(''),
  gender: Gender.default('2'),
  phone: Phone,
  deptId: id,
  /** Role ids. */
  role: z.array(id).max(100).default([]),
  lockFlag: LockFlag.default('0'),
  intercomAccount,
}

/** Users of the caller's scope by name and department (with all below); `text` also finds by pinyin initials. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/user/page',
  access: { permission: 'sys_user_view' },
  input: pageQuery.extend({
    username: z.string().max(64).optional(),
    phone: z.string().max(20).optional(),
    text: z.string().max(64).optional(),
    deptId: id.optional(),
    roleId: id.optional(),
    lockFlag: LockFlag.optional(),
    /** By their badge or phone. */
    online: z.stringbool().optional(),
    ...documentsFilter,
    ...newestFirst,
  }),
  output: page(User),
})

/** A person in a list of choices, with enough fields to distinguish two of the same name. */
export const UserOption = User.pick({ userId: true, username: true, name: true, deptId: true, deptName: true })
export type UserOption = z.infer<typeof UserOption>

/** Users that a field offers: those of the caller's scope and the caller, the first 50 by `text` (names or pinyin initials), or just the one with `userId`. */
export const getUserOptions = endpoint({
  method: 'GET',
  path: '/admin/user/list',
  access: 'session',
  input: z.object({
    text: z.string().trim().max(50).optional(),
    userId: id.optional(),
    /** People of this department, with all below it, come first. */
    firstDeptId: id.optional(),
  }),
  output: z.array(UserOption),
})

/** A user as the family's clients look themselves up; `authorities` are empty for somebody who cannot log in. Source: spec 1, section 3. */
const InfoUser = User.extend({ id: z.number(), authorities: z.array(z.object({ authority: z.string() })) })

export const getUserByName = endpoint({
  method: 'GET',
  path: '/admin/user/getInfoUser/:username',
  access: 'session',
  input: z.object({ username: z.string().min(1).max(64) }),
  output: InfoUser,
})
/** The same, null for a name that nobody in sight has: the family's forms ask whether it is free. */
export const getUserDetails = endpoint({ ...getUserByName, path: '/admin/user/details/:username', output: InfoUser.nullable() })

export const getUser = endpoint({
  method: 'GET',
  path: '/admin/user/:id',
  access: { permission: 'sys_user_view' },
  input: z.object({ id }),
  output: User,
})
export const addUser = endpoint({
  method: 'POST',
  path: '/admin/user',
  access: { permission: 'sys_user_add' },
  otherNames: { password: 'newpassword1' },
  input: z.object({ ...fields, newpassword1: NewPassword }),
  output: User,
})
/** With `newpassword1` it sets the password and ends the user's sessions; a blank `phone` leaves it. Own phone and password are changed by `changeOwnUser`. */
export const changeUser = endpoint({
  method: 'PUT',
  path: '/admin/user',
  access: { permission: 'sys_user_edit' },
  otherNames: { password: 'newpassword1' },
  input: z.object({
    userId: id,
    ...fields,
    phone: orNone(Phone),
    newpassword1: orNone(NewPassword),
    ...madeFrom,
  }),
  output: User,
})
/** Acts on many users at once. */
export const UserAct = z.enum(['lock', 'unlock', 'password', 'department'])
export type UserAct = z.infer<typeof UserAct>

/** Outcome for one of many; who is out of the caller's scope has no name here. */
export const ChangedUser = outcomeOfOne.extend({
  userId: z.number(),
  name: z.string(),
})
export type ChangedUser = z.infer<typeof ChangedUser>

/** Locks, unlocks, moves to `deptId` or gives `newpassword1` to many users, each in a transaction of their own, by the rules of `changeUser`. */
export const changeUsers = endpoint({
  method: 'PUT',
  path: '/admin/user/batch',
  access: { permission: 'sys_user_edit' },
  input: z
    .object({
      ids: z.array(id).min(1).max(mostAtOnce),
      act: UserAct,
      deptId: id.optional(),
      newpassword1: NewPassword.optional(),
    })
    .refine(({ act, deptId }) => act !== 'department' || deptId !== undefined, {
      path: ['deptId'],
      error: word('chooseDepartment'),
    })
    .refine(({ act, newpassword1 }) => act !== 'password' || newpassword1 !== undefined, {
      path: ['newpassword1'],
      error: word('enterPassword'),
    }),
  output: z.array(ChangedUser),
})
export const removeUser = endpoint({
  method: 'DELETE',
  path: '/admin/user/:id',
  access: { permission: 'sys_user_del' },
  input: z.object({ id, ...madeFrom }),
  output: done,
})

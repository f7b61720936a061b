import { createHash, createHmac, pbkdf2Sync, scryptSync } from 'node:crypto'
import pg from 'pg'
import { transact } from './transaction.ts'

/** Addresses with the log-ins of requests and of jobs. */
export type Addresses = { app: string; system: string }

/** A log-in of the product. It has the rights of `role` and no others; `password` is absent where the owner has none. */
type Login = { role: string; name: string; password: string | undefined; address: string }

/**
 * The two log-ins beside the owner of `url`. Their passwords are derived from the owner's, so that every process of an installation knows
 * them and none is stored. Record: docs/decisions/0031.
 */
function loginsOf(url: string): { app: Login; system: Login } {
  const { user = '', password } = new pg.Client({ connectionString: url })
  const login = (role: string, suffix: string): Login => {
    const name = `${user.slice(0, longestOwner)}_${suffix}`
    const own = password ? scryptSync(password, `huanwei ${name}`, 24).toString('base64url') : undefined
    return { role, name, password: own, address: withUser(url, name, own) }
  }
  return { app: login('huanwei_app', 'app_login'), system: login('huanwei_system', 'system_login') }
}

/** Leaves room for the suffix in the 63 bytes of a name. */
const longestOwner = 40

export function addressesOf(url: string): Addresses {
  const { app, system } = loginsOf(url)
  return { app: app.address, system: system.address }
}

/** The address with another user. The parameters are used because an address without a host can have no user before it. */
function withUser(url: string, name: string, password: string | undefined): string {
  const address = new URL(url)
  address.username = ''
  address.password = ''
  address.searchParams.set('user', name)
  if (password) address.searchParams.set('password', password)
  else address.searchParams.delete('password')
  return address.toString()
}

/**
 * Makes the roles and log-ins that are missing, and sees that each log-in works and may do nothing else. Throws with the statements for the
 * administrator where the owner may not create roles.
 */
export async function ensureLogins(owner: pg.Pool, url: string) {
  const logins = Object.values(loginsOf(url))
  await transact(owner, 'begin; select pg_advisory_xact_lock(808)', async (client) => {
    const missing: string[] = []
    for (const login of logins) missing.push(...(await findMissing(client, login)))
    await runOrName(client, missing)
  })
  for (const login of logins) await ensureWorking(owner, login)
}

/** Statements that make what a log-in lacks. */
async function findMissing(client: pg.ClientBase, { role, name, password }: Login): Promise<string[]> {
  const { rows } = await client.query<{ hasRole: boolean; hasLogin: boolean; isMember: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as "hasRole", exists (select from pg_roles where rolname = $2) as "hasLogin",
       exists (select from pg_auth_members m join pg_roles r on r.oid = m.roleid join pg_roles l on l.oid = m.member
               where r.rolname = $1 and l.rolname = $2) as "isMember"`,
    [role, name],
  )
  const { hasRole, hasLogin, isMember } = rows[0]!
  const login = pg.escapeIdentifier(name)
  return [
    ...(hasRole ? [] : [`CREATE ROLE ${role} NOLOGIN`]),
    ...(hasLogin ? [] : [`CREATE ROLE ${login} LOGIN${password ? ` PASSWORD '${verifierOf(password, name)}'` : ''}`]),
    ...(isMember ? [] : [`GRANT ${role} TO ${login}`]),
  ]
}

const insufficientPrivilege = '42501'
const wrongPassword = '28P01'
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function runOrName(client: pg.ClientBase | pg.Pool, statements: readonly string[]) {
  try {
    for (const statement of statements) await client.query(statement)
  } catch (error) {
    if (codeOf(error) !== insufficientPrivilege) throw error
    const list = statements.map((statement) => `${statement};`).join(' ')
    throw new Error(`the user of DATABASE_URL may not make the roles of the product; ask the administrator for: ${list}`)
  }
}

/** Logs in; gives the log-in its password again where the owner's was changed. Throws when it cannot log in or may do more than its role. */
async function ensureWorking(owner: pg.Pool, login: Login) {
  const { role, name, password } = login
  const found = await rightsOf(login).catch(async (error: unknown) => {
    if (!password || codeOf(error) !== wrongPassword) throw loginError(name, error)
    await runOrName(owner, [`ALTER ROLE ${pg.escapeIdentifier(name)} PASSWORD '${verifierOf(password, name)}'`])
    return rightsOf(login).catch((again: unknown) => {
      throw loginError(name, again)
    })
  })
  if (found.isMighty || found.roles.join() !== role)
    throw new Error(
      `${name} may do more than the product lets it: it must be an ordinary role and a member of ${role} only, not of ${found.roles.join(', ') || 'none'}`,
    )
}

const loginError = (name: string, error: unknown) =>
  new Error(`${name} cannot log in where the user of DATABASE_URL can: ${textOf(error)}; see docs/operate.md, "Database"`)

/** Rights of a log-in as the server sees them, and the roles that it is a member of, directly or not. */
async function rightsOf({ address }: Login) {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 30_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ isMighty: boolean; roles: string[] }>(
      `select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication as "isMighty",
         array(select rolname::text from pg_roles r where r.oid <> self.oid and pg_has_role(self.oid, r.oid, 'MEMBER') order by 1) as roles
       from pg_roles self where rolname = session_user`,
    )
    return rows[0]!
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Iterations that PostgreSQL itself uses. */
const iterations = 4096

/**
 * The form in which PostgreSQL keeps a password; one can log in with the password only, not with this. It is the same every time for one
 * name and password. Source: RFC 5803.
 */
function verifierOf(password: string, name: string): string {
  const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const salt = createHash('sha256').update(`${name} ${password}`).digest().subarray(0, 16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const stored = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${hmac(salted, 'Server Key').toString('base64')}`
}

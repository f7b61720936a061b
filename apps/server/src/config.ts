import { readFileSync } from 'node:fs'
import { processRoles } from '@huanwei/contract/platform/codes'
import { passwordKeys } from '@huanwei/contract/session/rules'
import { passwordProblem } from '@huanwei/contract/users/rules'
import { say } from '@huanwei/words/say'
import { z } from 'zod'
import { parseRange } from './http/open/address-range.ts'

const flag = z.stringbool({ truthy: ['1', 'true', 'on', 'yes'], falsy: ['0', 'false', 'off', 'no'] })
const port = z.coerce.number().int().min(0).max(65_535)

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Readable default and meaning of each setting. The value of a secret is written nowhere. */
const texts = z.registry<{ default: string; meaning: string; isSecret?: true }>()

/** Each is tried with what a log-in sends. */
const mostPasswordKeys = 4

const Environment = z.object({
  PORT: port.default(8080).register(texts, { default: '8080', meaning: 'HTTP: web app, API, live channel' }),
  JT808_PORT: port.default(6808).register(texts, { default: '6808', meaning: 'TCP: terminals (JT/T 808)' }),
  JT1078_PORT: port.default(6078).register(texts, { default: '6078', meaning: 'TCP and UDP: pictures of terminals (JT/T 1078)' }),
  JT1078_HOST: z.string().max(255).default('').register(texts, {
    default: '',
    meaning: 'address to which terminals send pictures and files; empty: the one at which each reaches JT808_PORT',
  }),
  JT808_FILES_PORT: port
    .default(7200)
    .register(texts, { default: '7200', meaning: 'TCP: pictures and clips that terminals keep of their alarms (T/JSATL 12)' }),
  FTP_PORT: port.default(6021).register(texts, {
    default: '6021',
    meaning: 'TCP: FTP for what terminals are asked to upload, which comes on the 32 ports after it',
  }),
  VIDEO_API_PORT: port
    .default(6605)
    .register(texts, { default: '6605', meaning: 'HTTP: the video interface (CMSV6), which answers at PORT too' }),
  HEALTH_PORT: port.optional().register(texts, {
    default: '',
    meaning: 'HTTP for the operator: /health/live, /health/ready and /metrics (Prometheus); not for the world; empty: none',
  }),
  HEALTH_HOST: z.string().optional().register(texts, {
    default: 'as HOST',
    meaning: 'address to listen on at HEALTH_PORT; one inside, where HOST is open to terminals',
  }),
  MQTT_URL: z
    .url({ protocol: /^(mqtt|mqtts|ws|wss)$/ })
    .optional()
    .register(texts, {
      default: '',
      meaning: 'broker where sensors publish to huanwei/<device number>/readings, name and password in it',
      isSecret: true,
    }),
  MQTT_GROUP: z
    .string()
    .default('')
    .register(texts, { default: '', meaning: 'name of the shared subscription when several processes read from that broker' }),
  HOST: z
    .string()
    .default('127.0.0.1')
    .register(texts, { default: '127.0.0.1', meaning: 'address to listen on; 0.0.0.0 for every interface' }),
  DATA_DIR: z
    .string()
    .default('.data')
    .register(texts, { default: '.data', meaning: 'where the embedded database and uploaded files live' }),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(texts, { default: '', meaning: 'an S3 to keep uploaded files in instead of DATA_DIR; the other S3_* go with it' }),
  S3_BUCKET: z.string().optional().register(texts, { default: '', meaning: 'a bucket that nothing else uses' }),
  S3_ACCESS_KEY: z.string().optional().register(texts, { default: '', meaning: 'who may read, write and list that bucket' }),
  S3_SECRET_KEY: z.string().optional().register(texts, { default: '', meaning: 'the secret of that key', isSecret: true }),
  S3_REGION: z.string().default('us-east-1').register(texts, { default: 'us-east-1', meaning: 'region of that S3' }),
  S3_PATH_STYLE: flag
    .default(true)
    .register(texts, { default: 'on', meaning: 'on: the bucket stands in the path (MinIO); off: before the host (Aliyun OSS)' }),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .register(texts, {
      default: '',
      meaning: 'a PostgreSQL 15+ to use instead of the embedded one; then no demo data',
      isSecret: true,
    }),
  NATS_URL: z
    .string()
    .regex(/^(nats|tls):\/\/[^\s,]+(\s*,\s*(nats|tls):\/\/[^\s,]+)*$/, 'nats://host:port, several with commas')
    .optional()
    .register(texts, {
      default: '',
      meaning:
        'servers of NATS (2.10 or later) with JetStream, several with commas: then several processes share the work on DATABASE_URL',
      isSecret: true,
    }),
  OWN_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(texts, {
      default: 'http://127.0.0.1:PORT',
      meaning: 'where the other processes of NATS_URL reach PORT of this one, not for the world',
    }),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((all) => all.every((one) => parseRange(one)), 'addresses or ranges such as 10.0.0.0/8, by comma')
    .register(texts, {
      default: '',
      meaning:
        'addresses and ranges of proxies and of the other processes, whose X-Forwarded-For is believed, by comma; always: this machine',
    }),
  ROLES: z
    .string()
    .default(processRoles.join())
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.enum(processRoles).array().nonempty())
    .register(texts, {
      default: processRoles.join(),
      meaning: 'what this process does, by comma; fewer than all need NATS_URL',
    }),
  DEMO: flag
    .optional()
    .register(texts, { default: 'on with the embedded database', meaning: 'load the demo city and its accounts on first start' }),
  DEMO_PASSWORD: z.string().max(128).optional().register(texts, {
    default: '123456, on this machine only',
    meaning: 'password of all accounts of the demo; needed where others can reach it',
    isSecret: true,
  }),
  SIMULATE: flag.optional().register(texts, { default: 'as DEMO', meaning: 'run the simulated fleet against the terminal port' }),
  FLEET_SIZE: z.coerce.number().int().min(1).max(20_000).default(334).register(texts, {
    default: '334',
    meaning: 'how many vehicles the simulated fleet has; with fewer than 334 fewer of the demo’s badges and sensors speak',
  }),
  KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(180).register(texts, {
    default: '180',
    meaning: 'days of positions, recordings, pictures and files of terminals, and logs to keep',
  }),
  VIDEO_IDLE_MINUTES: z.coerce.number().int().min(0).max(1440).default(10).register(texts, {
    default: '10',
    meaning: 'minutes without input after which a wall of pictures stops, as vehicles pay for data; 0: never',
  }),
  SCHEDULED_VIDEO_GB: z.coerce.number().int().min(1).max(1_000_000).default(50).register(texts, {
    default: '50',
    meaning: 'room of each organisation for recordings by schedule, GB; when it is used up the oldest go first',
  }),
  CAPTCHA: z
    .enum(['always', 'risk', 'off'])
    .default('risk')
    .register(texts, { default: 'risk', meaning: 'captcha at log-in: always, after 3 failures (risk), off' }),
  PASSWORD_KEY: z
    .string()
    .transform((text) => text.split(/\s+/).filter(Boolean))
    .refine(
      (keys) => keys.every((key) => Buffer.byteLength(key) === 16),
      'a key has 16 characters; several stand with spaces between',
    )
    .refine((keys) => keys.length <= mostPasswordKeys, `${mostPasswordKeys} keys at most`)
    .optional()
    .register(texts, {
      default: `${passwordKeys.join(' ')}, on this machine only`,
      meaning:
        "AES keys of the log-in password's transport form, else Base64; the first is that of this product's page, the others of other clients; compatibility, not security",
      isSecret: true,
    }),
  CLIENT_SECRET: z
    .string()
    .regex(/^[^:\s]{16,}$/)
    .optional()
    .register(texts, {
      default: '',
      meaning: 'secret of outside sites that check tokens as the client app; without it nobody may in production',
      isSecret: true,
    }),
  PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .register(texts, {
      default: '',
      meaning: 'hosts of identity providers and video servers in this network, by comma; others must have public addresses',
    }),
  OUTGOING_PRIVATE: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .register(texts, {
      default: '',
      meaning:
        'hosts in this network that events may be posted to, by comma, also without https; others must have public addresses',
    }),
  SMS_PROVIDER: z.enum(['log', 'http', 'aliyun']).optional().register(texts, {
    default: 'log with DEMO',
    meaning:
      'service of text messages: log writes sms.log in DATA_DIR, http calls SMS_URL, aliyun is SendSms of Aliyun; none: no texts',
  }),
  SMS_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(texts, {
      default: '',
      meaning: 'address that http calls, {mobile} and {text} filled in; another address of Aliyun',
      isSecret: true,
    }),
  SMS_BODY: z.string().optional().register(texts, {
    default: '',
    meaning: 'body that http sends by POST, {mobile} and {text} filled in: JSON, or a form',
    isSecret: true,
  }),
  SMS_TOKEN: z.string().optional().register(texts, { default: '', meaning: 'bearer token of http', isSecret: true }),
  SMS_EXPECT: z
    .string()
    .optional()
    .register(texts, { default: '', meaning: 'text that the reply of http contains when the message is sent; else any 2xx' }),
  SMS_ACCESS_KEY: z.string().optional().register(texts, { default: '', meaning: 'AccessKey id of aliyun' }),
  SMS_SECRET_KEY: z.string().optional().register(texts, { default: '', meaning: 'AccessKey secret of aliyun', isSecret: true }),
  SMS_SIGN: z.string().optional().register(texts, { default: '', meaning: 'signature name of aliyun' }),
  SMS_TEMPLATE: z.string().optional().register(texts, { default: '', meaning: 'template code of aliyun with the variable text' }),
  SMS_CODE_TEMPLATE: z
    .string()
    .optional()
    .register(texts, { default: '', meaning: 'template code of aliyun with the variable code' }),
  BASE_MAP_URL: z
    .string()
    .optional()
    .register(texts, { default: '', meaning: 'raster tiles as base map, {z}/{x}/{y} template; empty: the offline map' }),
  BASE_MAP_COORDINATES: z
    .enum(['WGS84', 'GCJ02', 'BD09'])
    .default('WGS84')
    .register(texts, { default: 'WGS84', meaning: 'coordinates of those tiles' }),
  BASE_MAP_ATTRIBUTION: z.string().default('').register(texts, { default: '', meaning: 'attribution of those tiles' }),
  LOG_LEVEL: z.enum(logLevels).default('warn').register(texts, { default: 'warn', meaning: 'what is written to the log' }),
})

/** Every setting with its texts: for `npm start -- --help` and the README. */
export const settings = Object.fromEntries(
  Object.entries(Environment.shape).map(([name, form]) => {
    const text = texts.get(form)
    if (!text) throw new Error(`the setting ${name} has no text`)
    return [name, text]
  }),
)

export type Config = ReturnType<typeof readConfig>

export type Given = Record<string, string | undefined>

/**
 * The values of an environment, without empty ones; those of `names` of which `NAME_FILE` names a file are read from it, without the line break at its
 * end. Throws an Error that names the setting when there is no such file, or the value is given twice.
 */
export function withFiles(environment: Given, names: readonly string[]): Given {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const inFiles = names.filter((name) => given[`${name}_FILE`] !== undefined)
  const read = inFiles.map((name) => {
    const path = given[`${name}_FILE`] ?? ''
    if (given[name] !== undefined) throw new Error(`${name}: given twice, by itself and as the file ${path}`)
    try {
      return [name, readFileSync(path, 'utf8').replace(/\r?\n$/, '')] as const
    } catch (error) {
      throw new Error(`${name}_FILE: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
  return { ...given, ...Object.fromEntries(read) }
}

/**
 * Reads and checks the environment once. Empty values count as absent. `NAME_FILE` names a file that holds the setting, as secrets are given to services.
 * Throws an Error with one line per wrong setting.
 */
export function readConfig(environment: Given) {
  const parsed = Environment.safeParse(withFiles(environment, Object.keys(Environment.shape)))
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  checkRoles(parsed.data)
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = parsed.data
  const missing = Object.entries({ S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY }).filter(([, value]) => !value)
  if (missing.length && missing.length < 4)
    throw new Error(missing.map(([name]) => `${name}: the S3 settings go together`).join('\n'))
  const DEMO = parsed.data.DEMO ?? !parsed.data.DATABASE_URL
  const SMS_PROVIDER = parsed.data.SMS_PROVIDER ?? (DEMO ? 'log' : undefined)
  const lacking = (SMS_PROVIDER ? neededBy[SMS_PROVIDER] : []).filter((name) => !parsed.data[name])
  if (lacking.length) throw new Error(lacking.map((name) => `${name}: SMS_PROVIDER ${SMS_PROVIDER} needs it`).join('\n'))
  const isProduction = parsed.data.DATABASE_URL !== undefined || !isLoopback(parsed.data.HOST)
  if (isProduction) refuseKnownSecrets({ ...parsed.data, DEMO })
  const PASSWORD_KEY = parsed.data.PASSWORD_KEY ?? (isProduction ? [] : passwordKeys)
  const OWN_URL = (parsed.data.OWN_URL ?? `http://127.0.0.1:${parsed.data.PORT}`).replace(/\/+$/, '')
  const { HOST, HEALTH_HOST = HOST, SIMULATE = DEMO } = parsed.data
  return { ...parsed.data, HEALTH_HOST, OWN_URL, DEMO, SMS_PROVIDER, SIMULATE, PASSWORD_KEY, isProduction }
}

/** Throws where the roles are not those of one whole process and nothing joins it to the others. */
function checkRoles({ ROLES, NATS_URL, DATABASE_URL }: Pick<z.infer<typeof Environment>, 'ROLES' | 'NATS_URL' | 'DATABASE_URL'>) {
  if (NATS_URL && !DATABASE_URL) throw new Error('DATABASE_URL: processes that NATS_URL joins share a database')
  if (!NATS_URL && processRoles.some((role) => !ROLES.includes(role)))
    throw new Error('NATS_URL: a process with some of the roles needs it to reach the others')
}

/** Settings that each service of text messages needs. */
const neededBy = {
  log: [],
  http: ['SMS_URL'],
  aliyun: ['SMS_ACCESS_KEY', 'SMS_SECRET_KEY', 'SMS_SIGN', 'SMS_TEMPLATE', 'SMS_CODE_TEMPLATE'],
} as const

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host)

type Secrets = Pick<z.infer<typeof Environment>, 'PASSWORD_KEY' | 'DEMO_PASSWORD'> & { DEMO: boolean }

/** Throws when the product is reachable from outside and uses publicly known secrets. Record: docs/decisions/0026. */
function refuseKnownSecrets({ PASSWORD_KEY, DEMO, DEMO_PASSWORD }: Secrets) {
  const known = PASSWORD_KEY?.find((key) => passwordKeys.includes(key))
  if (known) throw new Error(`PASSWORD_KEY: everybody knows ${known}; set another, or none`)
  if (!DEMO) return
  if (!DEMO_PASSWORD)
    throw new Error('DEMO_PASSWORD: the accounts of the demo need a password of their own where others reach them')
  const problem = passwordProblem(DEMO_PASSWORD)
  if (problem) throw new Error(`DEMO_PASSWORD: ${say('en-US', problem)}`)
}

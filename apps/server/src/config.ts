import { z } from 'zod'

const flag = z.stringbool({ truthy: ['1', 'true', 'on', 'yes'], falsy: ['0', 'false', 'off', 'no'] })
const port = z.coerce.number().int().min(0).max(65_535)

/** Every setting: its form, its default, what it means. `npm start -- --help`, the README and the check of the environment use this list. */
export const settings = {
  PORT: { form: port.default(8080), default: '8080', meaning: 'HTTP: web app, API, live channel' },
  JT808_PORT: { form: port.default(6808), default: '6808', meaning: 'TCP: terminals (JT/T 808)' },
  MQTT_URL: {
    form: z.url({ protocol: /^(mqtt|mqtts|ws|wss)$/ }).optional(),
    default: '',
    meaning: 'broker where sensors publish to huanwei/<device number>/readings, name and password in it',
  },
  MQTT_GROUP: {
    form: z.string().default(''),
    default: '',
    meaning: 'name of the shared subscription when several processes read from that broker',
  },
  HOST: {
    form: z.string().default('127.0.0.1'),
    default: '127.0.0.1',
    meaning: 'address to listen on; 0.0.0.0 for every interface',
  },
  DATA_DIR: {
    form: z.string().default('.data'),
    default: '.data',
    meaning: 'where the embedded database and uploaded files live',
  },
  S3_ENDPOINT: {
    form: z.url({ protocol: /^https?$/ }).optional(),
    default: '',
    meaning: 'an S3 to keep uploaded files in instead of DATA_DIR; the other S3_* go with it',
  },
  S3_BUCKET: { form: z.string().optional(), default: '', meaning: 'a bucket that nothing else uses' },
  S3_ACCESS_KEY: { form: z.string().optional(), default: '', meaning: 'who may read, write and list that bucket' },
  S3_SECRET_KEY: { form: z.string().optional(), default: '', meaning: 'the secret of that key' },
  S3_REGION: { form: z.string().default('us-east-1'), default: 'us-east-1', meaning: 'region of that S3' },
  S3_PATH_STYLE: {
    form: flag.default(true),
    default: 'on',
    meaning: 'on: the bucket stands in the path (MinIO); off: before the host (Aliyun OSS)',
  },
  DATABASE_URL: {
    form: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    default: '',
    meaning: 'a PostgreSQL 15+ to use instead of the embedded one; then no demo data',
  },
  DEMO: {
    form: flag.optional(),
    default: 'on with the embedded database',
    meaning: 'load the demo city and its accounts on first start',
  },
  SIMULATE: { form: flag.optional(), default: 'as DEMO', meaning: 'run the simulated fleet against the terminal port' },
  FLEET_SIZE: {
    form: z.coerce.number().int().min(1).max(20_000).default(320),
    default: '320',
    meaning: 'how many vehicles the simulated fleet has; with fewer than 320 fewer of the demo’s badges and sensors speak',
  },
  KEEP_DAYS: {
    form: z.coerce.number().int().min(1).max(3650).default(180),
    default: '180',
    meaning: 'days of positions, pictures of terminals and logs to keep',
  },
  CAPTCHA: {
    form: z.enum(['always', 'risk', 'off']).default('risk'),
    default: 'risk',
    meaning: 'captcha at log-in: always, after 3 failures (risk), off',
  },
  PASSWORD_KEY: {
    form: z.string().length(16).default('pigxpigxpigxpigx'),
    default: 'pigxpigxpigxpigx',
    meaning: "AES key of the log-in password's transport form; compatibility, not security",
  },
  BASE_MAP_URL: {
    form: z.string().optional(),
    default: '',
    meaning: 'raster tiles as base map, {z}/{x}/{y} template; empty: the offline map',
  },
  BASE_MAP_COORDINATES: {
    form: z.enum(['WGS84', 'GCJ02', 'BD09']).default('WGS84'),
    default: 'WGS84',
    meaning: 'coordinates of those tiles',
  },
  BASE_MAP_ATTRIBUTION: { form: z.string().default(''), default: '', meaning: 'attribution of those tiles' },
  LOG_LEVEL: {
    form: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
    default: 'warn',
    meaning: 'what is written to the log',
  },
} as const

const Environment = z.object({
  PORT: settings.PORT.form,
  JT808_PORT: settings.JT808_PORT.form,
  MQTT_URL: settings.MQTT_URL.form,
  MQTT_GROUP: settings.MQTT_GROUP.form,
  HOST: settings.HOST.form,
  DATA_DIR: settings.DATA_DIR.form,
  S3_ENDPOINT: settings.S3_ENDPOINT.form,
  S3_BUCKET: settings.S3_BUCKET.form,
  S3_ACCESS_KEY: settings.S3_ACCESS_KEY.form,
  S3_SECRET_KEY: settings.S3_SECRET_KEY.form,
  S3_REGION: settings.S3_REGION.form,
  S3_PATH_STYLE: settings.S3_PATH_STYLE.form,
  DATABASE_URL: settings.DATABASE_URL.form,
  DEMO: settings.DEMO.form,
  SIMULATE: settings.SIMULATE.form,
  FLEET_SIZE: settings.FLEET_SIZE.form,
  KEEP_DAYS: settings.KEEP_DAYS.form,
  CAPTCHA: settings.CAPTCHA.form,
  PASSWORD_KEY: settings.PASSWORD_KEY.form,
  BASE_MAP_URL: settings.BASE_MAP_URL.form,
  BASE_MAP_COORDINATES: settings.BASE_MAP_COORDINATES.form,
  BASE_MAP_ATTRIBUTION: settings.BASE_MAP_ATTRIBUTION.form,
  LOG_LEVEL: settings.LOG_LEVEL.form,
})

export type Config = ReturnType<typeof readConfig>

/** Reads and checks the environment once. Empty values count as absent. Throws an Error with one line per wrong setting. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = parsed.data
  const missing = Object.entries({ S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY }).filter(([, value]) => !value)
  if (missing.length && missing.length < 4)
    throw new Error(missing.map(([name]) => `${name}: the S3 settings go together`).join('\n'))
  const demo = parsed.data.DEMO ?? !parsed.data.DATABASE_URL
  return { ...parsed.data, DEMO: demo, SIMULATE: parsed.data.SIMULATE ?? demo }
}

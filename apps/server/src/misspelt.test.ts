import { expect, test } from 'vitest'
import { settings } from './config.ts'
import { misspeltSettings } from './misspelt.ts'

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABASE_URL_FIEL', 'DATABASE_URL_FILE'],
  ['DATA_DRI', 'DATA_DIR'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['HEALTH_PROT', 'HEALTH_PORT'],
  ['PRIVATE_HOST', 'PRIVATE_HOSTS'],
  ['KEEP_DAY', 'KEEP_DAYS'],
  ['keep_days', 'KEEP_DAYS'],
  ['JT809_PORT', 'JT808_PORT'],
  ['JT1078_HOSTS', 'JT1078_HOST'],
  ['S3_BUCKET_NAME', 'S3_BUCKET'],
  ['SMS_SECRET', 'SMS_SECRET_KEY'],
  ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
])('%s is told as %s', (name, setting) => {
  expect(misspeltSettings({ [name]: '1', PATH: '/usr/bin' })).toMatchObject([{ name, setting: expect.stringContaining(setting) }])
})

test('no setting is told, nor one in a file, nor an empty one', () => {
  const all = Object.keys(settings).flatMap((name) => [name, `${name}_FILE`])
  const environment = Object.fromEntries([...all, 'ADMIN_PASSWORD', 'ADMIN_PASSWORD_FILE'].map((name) => [name, '1']))
  expect(misspeltSettings({ ...environment, KEEP_DAY: '' })).toEqual([])
})

test('names of others are left alone', () => {
  const usual =
    'PATH HOME HOSTNAME HOSTTYPE LANG LOGNAME LS_COLORS MAIL OLDPWD PWD SHELL SHLVL SSH_AUTH_SOCK TERM TMPDIR TZ USER XDG_DATA_DIRS XDG_DATA_HOME ' +
    'CI DEBUG EDITOR INIT_CWD INVOCATION_ID JOURNAL_STREAM LISTEN_PID MAINPID NOTIFY_SOCKET STATE_DIRECTORY CACHE_DIRECTORY SYSTEMD_EXEC_PID ' +
    'NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_VERSION NODE_COMPILE_CACHE YARN_VERSION NPM_TOKEN npm_config_port npm_lifecycle_event npm_package_name ' +
    'DB_HOST DB_URL DB_PASSWORD PGHOST PGPORT PGDATA POSTGRES_URL POSTGRES_PASSWORD REDIS_URL REDIS_HOST MYSQL_URL DATABASE DATABASE_HOST ' +
    'HTTP_PROXY HTTPS_PROXY NO_PROXY FTP_PROXY http_proxy HTTP_PORT HTTPS_PORT SFTP_PORT SMTP_PORT SMTP_URL NTP_PORT RTP_PORT TCP_PORT UDP_PORT SSH_PORT ' +
    'API_URL APP_URL BASE_URL CDN_URL ORIGIN ROOT_URL CLIENT_ID LOG_DIR LOG_FILE LOG_FORMAT DATA_FILE AWS_REGION AWS_SECRET_KEY MINIO_ROOT_PASSWORD'
  const environment = Object.fromEntries(usual.split(' ').map((name) => [name, '1']))
  expect(misspeltSettings(environment)).toEqual([])
})

test('nor are those that Kubernetes sets for its services', () => {
  const ofServices = ['NATS', 'SMS', 'HUANWEI', 'JT808', 'FTP', 'HEALTH'].flatMap((name) => [
    [`${name}_SERVICE_HOST`, '10.0.0.1'],
    [`${name}_SERVICE_PORT`, '4222'],
    [`${name}_SERVICE_PORT_CLIENT`, '4222'],
    [`${name}_PORT_4222_TCP`, 'tcp://10.0.0.1:4222'],
    [`${name}_PORT_4222_TCP_ADDR`, '10.0.0.1'],
    [`${name}_PORT_4222_TCP_PORT`, '4222'],
    [`${name}_PORT_4222_TCP_PROTO`, 'tcp'],
    ...(name === 'NATS' ? [[`${name}_PORT`, 'tcp://10.0.0.1:4222']] : []),
  ])
  expect(misspeltSettings(Object.fromEntries(ofServices))).toEqual([])
})

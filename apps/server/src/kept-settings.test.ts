import { expect, test } from 'vitest'
import { settings } from './config.ts'
import { settingsThatDiffer, settingsToKeep } from './kept-settings.ts'

const environment = {
  PATH: '/usr/bin',
  HOST: '0.0.0.0',
  KEEP_DAYS: '365',
  MQTT_GROUP: '',
  DATABASE_URL_FILE: '/run/secrets/url',
  PASSWORD_KEY: 'a-key-of-our-own',
  SMS_URL: 'https://sms.example/send?key=opensesame',
  OWN_URL: 'http://broom:opensesame@10.0.0.11:8080',
}

test('what is set is kept, of a secret its name or the path of its file alone', () => {
  expect(settingsToKeep(environment)).toEqual({
    HOST: '0.0.0.0',
    KEEP_DAYS: '365',
    DATABASE_URL_FILE: '/run/secrets/url',
    PASSWORD_KEY: null,
    SMS_URL: null,
    OWN_URL: null,
  })
})

test('no setting that is called a secret, a password or a token is kept', () => {
  const secrets = Object.keys(settings).filter((name) => /SECRET|PASSWORD|TOKEN|DATABASE_URL|NATS_URL|MQTT_URL/.test(name))
  expect(secrets.length).toBeGreaterThan(7)
  const kept = settingsToKeep(Object.fromEntries(secrets.map((name) => [name, 'opensesame'])))
  expect(new Set(Object.values(kept))).toEqual(new Set([null]))
  expect(Object.keys(kept)).toEqual(secrets)
})

test('what differs is said of both sides, and nothing of what is the same', () => {
  const kept = settingsToKeep(environment)
  expect(settingsThatDiffer(kept, environment)).toEqual([])
  const { HOST: _, DATABASE_URL_FILE: __, ...others } = environment
  const here = { ...others, KEEP_DAYS: '30', PASSWORD_KEY: 'another-key-here', SMS_TOKEN: 'opensesame' }
  expect(settingsThatDiffer(kept, here).toSorted()).toEqual([
    'DATABASE_URL_FILE: "/run/secrets/url" in the backup, not set here',
    'HOST: "0.0.0.0" in the backup, not set here',
    'KEEP_DAYS: "365" in the backup, "30" here',
    'SMS_TOKEN: not set in the backup, a secret here',
  ])
})

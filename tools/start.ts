import { readConfig, settings } from '@huanwei/server/config'
import { createLog } from '@huanwei/server/lib/log'
import { startProduct } from '@huanwei/server/main'
import { misspeltSettings } from '@huanwei/server/misspelt'
import { buildWeb } from './build-web.ts'
import { step } from './steps.ts'

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  const width = Math.max(...Object.keys(settings).map((name) => name.length)) + 2
  console.log(
    'Huanwei 环卫\n\n  npm start            the product with the demo city\n  NAME=value npm start with a setting changed\n\nSettings (environment):',
  )
  for (const [name, { default: value, meaning }] of Object.entries(settings))
    console.log(`  ${name.padEnd(width)}${meaning}${value && ` (${value})`}`)
  process.exit()
}

let askedToStop = 0
let stop: (() => Promise<void>) | undefined

/**
 * Stops after the current step while starting, gracefully afterwards. One Ctrl-C may arrive twice, from the terminal and through npm; one that
 * comes more than a second later forces the exit.
 */
function end() {
  if (askedToStop && Date.now() - askedToStop > 1000) process.exit(1)
  if (askedToStop) return
  askedToStop = Date.now()
  console.log('\n· stopping (again to force)')
  stop?.().then(
    () => {
      console.log('✓ stopped')
      process.exit()
    },
    (error: Error) => {
      console.error(`✗ ${error.message}`)
      process.exit(1)
    },
  )
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)

const stopped = new Error('stopped')
const stepUnlessStopped: typeof step = async (name, work) => {
  if (askedToStop) throw stopped
  return step(name, work)
}

try {
  const config = readConfig(process.env)
  const log = createLog(config.LOG_LEVEL, 'main')
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'bug')
    // No setting makes a process end without a word.
    if (config.LOG_LEVEL === 'silent') console.error(error)
    process.exit(1)
  })
  for (const { name, setting } of misspeltSettings(process.env))
    log.warn(`${name} is no setting and is ignored: is ${setting} meant?`)
  if (!process.argv.includes('--no-build')) await step('web app', async () => (buildWeb() ? 'built' : 'up to date'))
  const product = await startProduct(config, stepUnlessStopped)
  stop = product.stop
  console.log(`\n${product.summary}\n`)
  if (askedToStop) {
    await stop()
    throw stopped
  }
} catch (error) {
  if (error === stopped) {
    console.log('✓ stopped')
    process.exit()
  }
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

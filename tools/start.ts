import { readConfig, settings } from '@huanwei/server/config'
import { startProduct } from '@huanwei/server/main'
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

try {
  const config = readConfig(process.env)
  await step('web app', async () => (buildWeb() ? 'built' : 'up to date'))
  const product = await startProduct(config, step)
  console.log(`\n${product.summary}\n`)
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      console.log('\n· stopping (again to force)')
      product.stop().then(
        () => {
          console.log('✓ stopped')
          process.exit()
        },
        (error: Error) => {
          console.error(`✗ ${error.message}`)
          process.exit(1)
        },
      )
    })
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

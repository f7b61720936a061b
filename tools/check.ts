import { allChecks, runChecks } from './checks.ts'

const { failed } = await runChecks(allChecks)
process.exitCode = failed ? 1 : 0

import type { Input, Output } from '@huanwei/contract/endpoint'
import { getRulesUsing } from '@huanwei/contract/rules/endpoints'
import { call } from '../../lib/api.ts'
import { UsedByDrawer } from './UsedByDrawer.tsx'
import { useAnswer } from './use-answer.ts'

type Asked = Output<typeof getRulesUsing> & Pick<Parameters<typeof UsedByDrawer>[0], 'name' | 'instead'>

/** For what rules in force decide by: `isWanted` tells a person of them before it is changed, if there are any; `drawer` is where. */
export function useBeforeChange() {
  const { shown, ask } = useAnswer<Asked>()
  async function isWanted(name: string, use: Input<typeof getRulesUsing>, instead: Asked['instead']) {
    const used = await call(getRulesUsing, use)
    return used.rules.length + used.others === 0 || ask({ ...used, name, instead })
  }
  return { isWanted, drawer: shown && <UsedByDrawer {...shown.asked} onAnswer={shown.onAnswer} /> }
}

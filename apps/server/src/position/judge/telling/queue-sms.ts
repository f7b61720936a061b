import { MsgType } from '@huanwei/contract/messages/codes'
import { ExecutedAction } from '@huanwei/contract/violations/codes'
import { say } from '@huanwei/words/say'
import type pg from 'pg'
import type { NameOfPlace } from '../../../lib/place-names.ts'
import { timeText } from '../../../lib/time.ts'
import type { NewViolation } from '../raise.ts'
import { isCommanded } from '../subject.ts'

/** Minimum time between two messages about one rule to the same user. One of a time further to come was written before the clock was set back. */
const pause = '10 minutes'

const write = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) as g (
      tenant_id int, device_id int, object_type text, object_id int, rule_id int, start float8, text text, action text)
  ), event as (
    select e.tenant_id, e.id, e.create_time, e.rule_id, g.text, g.action
    from given g
    join violation_event e on e.tenant_id = g.tenant_id and e.object_type = g.object_type and e.object_id = g.object_id
      and e.create_time = to_timestamp(g.start) and e.rule_id = g.rule_id and e.device_id = g.device_id
  ), written as (
    insert into sms_message (tenant_id, rule_id, user_id, violation_id, mobile, text)
    select distinct on (e.tenant_id, e.rule_id, u.user_id) e.tenant_id, e.rule_id, u.user_id, e.id, u.phone, e.text
    from event e
    join msg_push p on p.tenant_id = e.tenant_id and p.msg_type = '${MsgType.violation}' and p.event_id = e.id and p.create_time = e.create_time
      and not p.merged
    join sys_user u on u.tenant_id = p.tenant_id and u.user_id = p.push_object_id and u.phone <> ''
    where not exists (
      select from sms_message s
      where s.tenant_id = e.tenant_id and s.rule_id = e.rule_id and s.user_id = u.user_id and s.create_time between now() - interval '${pause}' and now() + interval '${pause}')
    order by e.tenant_id, e.rule_id, u.user_id, e.id
    returning tenant_id, violation_id
  )
  update violation_event v set execute_action = e.action
  from event e
  where v.tenant_id = e.tenant_id and v.id = e.id and v.create_time = e.create_time
    and (e.tenant_id, e.id) in (select tenant_id, violation_id from written)`

/** Queues SMS about violations that begin now to the recipients of their push records; they are sent after the commit. */
export async function queueSms(client: pg.ClientBase, violations: readonly NewViolation[], nameOfPlace: NameOfPlace) {
  const rows = violations.flatMap(({ subject, facts, occurrence: { ruleId, start, lng, lat }, isFresh }) => {
    if (!facts.sms || !isFresh) return []
    const values = { object: subject.objectName, event: facts.name, time: timeText(start), position: nameOfPlace(lng, lat) }
    return {
      tenant_id: subject.tenantId,
      device_id: subject.deviceId,
      object_type: subject.objectType,
      object_id: subject.objectId,
      rule_id: ruleId,
      start: start / 1000,
      text: say('zh-CN', 'violations:message', values),
      action:
        facts.voiceText && isCommanded(subject) ? ExecutedAction.recordedReadAloudAndTexted : ExecutedAction.recordedAndTexted,
    }
  })
  if (rows.length) await client.query({ name: 'text', text: write, values: [JSON.stringify(rows)] })
}

import { createServer } from 'node:http'
import { openOwner } from '@huanwei/server/db/connect'

/**
 * A list page served by nothing but node:http and pg, with the product's two queries in the same kind of transaction and role.
 * `node bench/rows/bare-list.ts <database> <user> <plain|prepared>` prints its port.
 */
const [url = '', user, mode] = process.argv.slice(2)
const pool = openOwner(url, 8)

const page = `
  select e.id, e.create_time as "createTime", e.end_time as "endTime", e.object_type as "objectType", e.object_id as "objectId",
    e.object_name as "objectName", (
      select label from sys_dict_item i where i.tenant_id = e.tenant_id and i.type = 'vehicle_type' and i.value = e.object_type_value) as "objectTypeName", e.dept_id as "deptId", e.dept_name as "deptName",
    e.violation_event as "violationEvent", e.severity, e.position, e.lng, e.lat, e."limit", e.peak, e.execute_action as "executeAction",
    e.alarm_type as "alarmType",
    greatest(0, floor(extract(epoch from coalesce(e.end_time, now()) - e.create_time)))::int as duration, w.id as "pushId", w.push_object_id as "pushObjectId", w.status, w.read_unread as "readUnread", w.msg_type as "msgType"
  from (
    select * from msg_push where tenant_id = $1 and push_object_id = $2 and msg_type = '1' and object_type = $3 and status = $4
    order by create_time desc, id desc limit $5 offset $6
  ) w
  join violation_event e on e.tenant_id = w.tenant_id and e.id = w.event_id and e.create_time = w.create_time
  order by w.create_time desc, w.id desc`
const total = `
  select coalesce(sum(total), 0) as total from msg_push_tally
  where tenant_id = $1 and push_object_id = $2 and msg_type = '1' and object_type = $3 and status = $4`

const query = (name: string, text: string, values: (number | string)[]) =>
  mode === 'prepared' ? { name, text, values } : { text, values }

const server = createServer(async (request, response) => {
  const search = new URL(request.url ?? '/', 'http://localhost').searchParams
  const [size, current] = [Number(search.get('size')), Number(search.get('current'))]
  const filter = [1, Number(user), search.get('objectType') ?? '1', Number(search.get('status'))]
  const client = await pool.connect()
  try {
    await client.query(`begin; set local role huanwei_app; set local huanwei.tenant = '1'; set local huanwei.platform = 'off'`)
    const { rows: records } = await client.query(query('page', page, [...filter, size, (current - 1) * size]))
    const { rows: sums } = await client.query(query('total', total, filter))
    await client.query('commit')
    const data = { records, total: sums[0].total, size, current, pages: Math.ceil(sums[0].total / size) }
    const body = Buffer.from(JSON.stringify({ code: 0, msg: null, data }))
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }).end(body)
  } finally {
    client.release()
  }
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address ? address.port : address)
})

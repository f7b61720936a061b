import { Button, Flex, Segmented } from 'antd'

/** antd components around the rows of a list at their first render; the filters come after them. */
export const listParts = (
  <Flex>
    <Button type="primary" />
    <Segmented options={['1', '2']} />
  </Flex>
)

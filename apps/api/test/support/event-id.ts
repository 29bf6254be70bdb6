/** SQL: the id of an event as readers see it. */
export const eventIdSql = `concat_ws('-', xid, id, lpad(to_hex(nonce), 8, '0'))`;

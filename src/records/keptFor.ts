/** Works something out once for each snapshot of an entity: what every write asks for. */
export function keptFor<Entity extends object, Value>(make: (entity: Entity) => Value): (entity: Entity) => Value {
  const known = new WeakMap<Entity, Value>()
  return (entity) => {
    let value = known.get(entity)
    if (value === undefined) known.set(entity, (value = make(entity)))
    return value
  }
}

/** Tells a guest what the holder of the table sees. @param isNamed whether that includes names */
export function whatHolderSees(isNamed: boolean): string {
  return isNamed
    ? 'Quem cuida da mesa vê seu nome, se confirmou e se chegou.'
    : 'Quem cuida da mesa vê se você confirmou e se chegou, sem o seu nome.'
}

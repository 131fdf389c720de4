/** The empty record template of section 3; the specification shows no use for it. */
export const REGISTRO_VAZIO = { id: '', codigo: '', nome: '', valor: '', controle: '' } as const

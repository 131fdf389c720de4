interface Props {
  /** Whole: this page alone shows it. */
  telefone: string
  email: string
  codigo: string
  cadastro: string
  empresa: { empresaid: string; nome: string; total: number; used: number } | null
}

/** What is known of a guest. */
export function ConvidadoFacts({ telefone, email, codigo, cadastro, empresa }: Props) {
  return (
    <section>
      <h2 className="oculto">Dados</h2>
      <dl className="fatos">
        <dt>WhatsApp</dt>
        <dd>{telefone}</dd>
        <dt>E-mail</dt>
        <dd>{email || <span className="nota">não informado</span>}</dd>
        <dt>Código</dt>
        <dd className="codigo">{codigo}</dd>
        <dt>Cadastro</dt>
        <dd>{cadastro}</dd>
        <dt>Convite</dt>
        <dd>
          {empresa ? (
            <>
              {'de '}
              <a href={`/painel/empresas/${encodeURIComponent(empresa.empresaid)}`}>{empresa.nome}</a>
              {`, ${empresa.used} de ${empresa.total} usados`}
            </>
          ) : (
            'de nenhuma empresa'
          )}
        </dd>
      </dl>
    </section>
  )
}

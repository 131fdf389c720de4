import { ButtonLink, OutlineLink } from '~/shared/page'
import { certificadosHref } from '~/painel/listas'
import { Painel, painelTitled } from '~/painel/painel'
import { painelLoader } from '~/shared/equipe.server'

export const loader = painelLoader(() => Promise.resolve({}))

export const meta = painelTitled('Listas')

export default function Listas() {
  return (
    <Painel current="Listas" title="Listas" kicker="Para quem faz a portaria no papel">
      <div className="par">
        <section className="acoes">
          <h2>Imprimir</h2>
          <ButtonLink href="/painel/listas/nomes">Lista por nome</ButtonLink>
          <OutlineLink href="/painel/listas/mesas">Lista por mesa</OutlineLink>
          <p className="nota">
            Em papel A4, com uma caixa para marcar quem entrou. Imprima perto da hora: quem se cadastrar
            depois não sai na lista.
          </p>
        </section>
        <section className="acoes">
          <h2>Crachás e etiquetas</h2>
          <OutlineLink href="/painel/listas/etiquetas">Crachás e etiquetas</OutlineLink>
          <p className="nota">
            O nome de cada convidado em papel de etiqueta ou em crachá, com a empresa e o número da mesa.
          </p>
        </section>
        <section className="acoes">
          <h2>Depois do evento</h2>
          <OutlineLink href="/painel/listas/entradas">Lançar os nomes marcados</OutlineLink>
          <p className="nota">Passe para cá os nomes marcados no papel, página por página, na mesma ordem.</p>
          <OutlineLink href="/painel/depois">Números do evento</OutlineLink>
          <OutlineLink href={certificadosHref(null)}>Certificados</OutlineLink>
          <p className="nota">Em PDF, para imprimir: um para cada pessoa que entrou.</p>
        </section>
      </div>
    </Painel>
  )
}

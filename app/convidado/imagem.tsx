import type { imagemOf } from '~/arte/arte.server'

type Arte = ReturnType<typeof imagemOf>

/** React's types do not know the attribute in lower case, nor its runtime in any other. */
const OWN: object = { className: 'propria', fetchpriority: 'high' }

/** The invitation as a single image that links to the form (specification, section 2). */
export function Imagem({ arte, alt, href }: { arte: Arte; alt: string; href: string }) {
  return (
    <a className="imagem" href={href}>
      <picture>
        {arte.sources.map((source) => (
          <source key={source.srcSet} {...source} />
        ))}
        <img {...arte.img} {...(arte.isOwn && OWN)} alt={alt} />
      </picture>
    </a>
  )
}

/** The head entries that fetch it before it is laid out. */
export const preloadsOf = ({ preloads }: Pick<Arte, 'preloads'>) =>
  preloads.map((preload) => ({
    tagName: 'link' as const,
    rel: 'preload',
    as: 'image',
    fetchpriority: 'high',
    ...preload,
  }))

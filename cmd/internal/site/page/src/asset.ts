const version = document.querySelector<HTMLMetaElement>("meta[name=version]")?.content;

// asset is the address of a file of the page, of the version of the page if it has one: a newer version may be there already.
export const asset = (name: string) => new URL(version ? `${name}?v=${version}` : name, document.baseURI).href;

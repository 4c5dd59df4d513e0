// What the scripts import that is no script: page.py puts its text in the place of the import.

declare module "*.css" {
  const text: string;
  export default text;
}

//! Lists the games of `specs/`, so that a file put there is built in.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=specs");
    let mut names = Vec::new();
    for entry in fs::read_dir("specs")? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "game")
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            names.push(name.to_string());
        }
    }
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        list += &format!(
            "    Builtin {{ name: {name:?}, text: include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/specs/{name}.game\")) }},\n"
        );
    }
    list += "]\n";
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("OUT_DIR is not set"))?;
    fs::write(Path::new(&out).join("builtin.rs"), list)
}

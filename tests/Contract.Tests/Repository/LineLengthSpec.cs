using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>Code fits beside other code on a screen. What a test quotes may be longer: a text is compared as it is shown.</summary>
public sealed class LineLengthSpec
{
    // a character, a raw text, a text in one line
    private static readonly Regex Quoted = new("""
        '\\?.'|\"{3}[\s\S]*?\"{3}|"(?:\\.|[^"\\\n])*"
        """);

    private const int Longest = 150;

    [Fact]
    public void No_line_of_the_code_has_over_150_characters_beside_the_texts_of_tests() =>
        Assert.Empty(GitFiles.Texts
            .Where(file => file.Path.Split('/')[0] is "src" or "tests" && file.Path.EndsWith(".cs", StringComparison.Ordinal))
            .SelectMany(file => (file.Path.StartsWith("tests/", StringComparison.Ordinal) ? Quoted.Replace(file.Text, "\"\"") : file.Text).Split('\n')
                .Where(line => line.Length > Longest).Select(line => $"{file.Path}: {line}")));
}

namespace AkkaInstrumentation.Tests.Types;

/// <summary>What another node writes is shown so that it can neither fill a span nor forge a line.</summary>
public sealed class ForeignTextSpec
{
    [Theory]
    [InlineData("/user/orders/order-17", "/user/orders/order-17")]
    [InlineData("/user/a b%20c", "/user/a b%20c")]
    [InlineData("/user/größe/注文/😀", "/user/größe/注文/😀")]
    [InlineData("a\r\n[ERROR] b\u001b[31m\t\u007f", "a%0D%0A[ERROR] b%1B[31m%09%7F")]
    [InlineData("a\u0085b\u2028c\u2029d", "a%C2%85b%E2%80%A8c%E2%80%A9d")]
    [InlineData("a\u202eb\u2066c\u200bd\u00ade", "a%E2%80%AEb%E2%81%A6c%E2%80%8Bd%C2%ADe")]
    [InlineData("", "")]
    public void What_cannot_be_seen_is_escaped(string text, string shown)
    {
        Assert.Equal(shown, ForeignText.Clean(text));
        Assert.Equal(text == shown, ForeignText.IsClean(text));
    }

    [Fact]
    public void Half_of_a_surrogate_pair_is_a_character_that_exporters_can_write() =>
        Assert.Equal("a\ufffdb", ForeignText.Clean(string.Concat("a", '\ud800', "b")));

    [Theory]
    [InlineData('a')]
    [InlineData('\n')]
    [InlineData('ä')]
    public void What_is_too_long_is_cut_and_says_so(char character)
    {
        var one = ForeignText.Clean(new string(character, 60_006), 100);
        var other = ForeignText.Clean($"b{new string(character, 60_006)}", 100);

        Assert.Matches("^.*~[0-9a-f]{8}$", one);
        Assert.Equal((100, 100), (one.Length, other.Length));
        Assert.NotEqual(one[^8..], other[^8..]);
    }

    [Fact]
    public void What_is_clean_stays_the_same_object()
    {
        var text = new string('a', 100);
        Assert.Same(text, ForeignText.Clean(text));
    }

    [Theory]
    [InlineData("53300: too many clients already", "53300: too many clients already")]
    [InlineData("one\r\ntwo\tthree  four", "one two three four")]
    [InlineData("\u001b[31mred\u0000", "[31mred")]
    [InlineData("right \u202Eto\u2028left ", "right to left")]
    [InlineData("a\ue000b", "a b")]
    [InlineData("", "")]
    public void A_text_for_people_is_on_one_line(string text, string shown) => Assert.Equal(shown, ForeignText.OneLine(text, 300));

    [Fact]
    public void A_long_one_is_cut_between_two_characters()
    {
        var text = ForeignText.OneLine(new string('x', 300 - 1) + "😀" + new string('y', 100_000), 300);
        Assert.Equal(new string('x', 300 - 1) + "…", text);
    }

    [Fact]
    public void A_long_text_is_read_to_its_end() => Assert.False(ForeignText.IsClean($"/user/{new string('a', 100_000)}\n"));
}

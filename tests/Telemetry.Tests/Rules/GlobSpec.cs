namespace AkkaInstrumentation.Tests.Rules;

public class GlobSpec
{
    [Theory]
    [InlineData("", "", true)]
    [InlineData("", "a", false)]
    [InlineData("a", "", false)]
    [InlineData("*", "anything", true)]
    [InlineData("Order", "Order", true)]
    [InlineData("Order", "Orders", false)]
    [InlineData("Order", "order", false)]
    [InlineData("Order*", "OrderPlaced", true)]
    [InlineData("*Placed", "OrderPlaced", true)]
    [InlineData("*r*l*", "OrderPlaced", true)]
    [InlineData("*l*r*", "OrderPlaced", false)]
    [InlineData("a*b*c", "abbbcbc", true)]
    [InlineData("a*b*c", "abbbcb", false)]
    [InlineData("**a", "ba", true)]
    [InlineData("Batch<*>", "Batch<Order>", true)]
    [InlineData("a.c", "abc", false)]
    public void A_star_is_any_text_and_nothing_else_is_special(string pattern, string text, bool matches) =>
        Assert.Equal(matches, Glob.Matches(pattern, text));

    [Fact]
    public void Many_stars_take_no_exponential_time() =>
        Assert.False(Glob.Matches(string.Concat(Enumerable.Repeat("*a", 500)) + "b", new string('a', 20_000)));
}

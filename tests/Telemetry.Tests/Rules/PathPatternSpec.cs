namespace AkkaInstrumentation.Tests.Rules;

public class PathPatternSpec
{
    [Theory]
    [InlineData("/user/orders", "/user/orders", true)]
    [InlineData("/user/orders", "/user/orders/1", false)]
    [InlineData("/user/orders/*", "/user/orders/1", true)]
    [InlineData("/user/orders/*", "/user/orders/1/lines", false)]
    [InlineData("/user/orders/**", "/user/orders/1/lines/2", true)]
    [InlineData("/user/orders/**", "/user/orders", false)]
    [InlineData("/user/orders/**", "/user/ordersX/1", false)]
    [InlineData("/user/order-*", "/user/order-17", true)]
    [InlineData("/user/*/worker", "/user/pool/worker", true)]
    [InlineData("/user/**/worker", "/user/pool/a/worker", true)]
    [InlineData("/user/**/worker", "/user/worker", true)]
    [InlineData("/user/**/worker", "/user/worker/a", false)]
    [InlineData("/user/**/a/**/b", "/user/a/x/a/y/b", true)]
    [InlineData("/user/**/a/**/b", "/user/b/a", false)]
    [InlineData("/**", "/system/log1", true)]
    [InlineData("/**", "/", false)]
    [InlineData("/*/orders", "/user/orders", true)]
    [InlineData("/remote/**/orders", "/remote/akka.tcp/shop@host:8080/user/orders", true)]
    public void One_star_is_within_a_segment_and_two_are_any_depth(string pattern, string path, bool matches)
    {
        Assert.Null(PathPattern.ProblemOf(pattern));
        Assert.Equal(matches, new PathPattern(pattern).Matches(path));
    }

    [Fact]
    public void Many_double_stars_take_no_exponential_time()
    {
        var pattern = new PathPattern("/user" + string.Concat(Enumerable.Repeat("/**/a", 50)) + "/b");
        Assert.False(pattern.Matches("/user" + string.Concat(Enumerable.Repeat("/a", 2_000))));
    }

    [Theory]
    [InlineData("orders")]
    [InlineData("/")]
    [InlineData("/orders/*")]
    [InlineData("/user/")]
    [InlineData("/user//orders")]
    [InlineData("/user/a**")]
    [InlineData("akka://shop/user/orders")]
    [InlineData("/user/a\n[ERROR] b")]
    [InlineData("/user/a\u202eb")]
    public void What_can_never_match_is_a_problem(string pattern) => Assert.NotNull(PathPattern.ProblemOf(pattern));
}

public class GlobSpec
{
    [Theory]
    [InlineData("", "a", false)]
    [InlineData("a", "", false)]
    [InlineData("Order", "Orders", false)]
    [InlineData("Order", "order", false)]
    [InlineData("*r*l*", "OrderPlaced", true)]
    [InlineData("*l*r*", "OrderPlaced", false)]
    [InlineData("a*b*c", "abbbcbc", true)]
    [InlineData("**a", "ba", true)]
    [InlineData("Batch<*>", "Batch<Order>", true)]
    [InlineData("a.c", "abc", false)]
    public void A_star_is_any_text_and_nothing_else_is_special(string pattern, string text, bool matches) =>
        Assert.Equal(matches, Glob.Matches(pattern, text));

    [Fact]
    public void Many_stars_take_no_exponential_time() =>
        Assert.False(Glob.Matches(string.Concat(Enumerable.Repeat("*a", 500)) + "b", new string('a', 20_000)));
}

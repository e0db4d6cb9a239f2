namespace WebApi.Orders;

/// <summary>The body of <c>POST /orders</c>. A card that ends in 0000 makes the bank's line drop.</summary>
public sealed record OrderRequest(string Product, int Quantity = 1, string Card = OrderRequest.GoodCard)
{
    public const string GoodCard = "4242 4242 4242 4242";
    public const string BadCard = "4000 0000 0000 0000";

    /// <summary>What is wrong, by field of the body; empty if nothing is. What JSON leaves out or sets to null can be null here.</summary>
    internal Dictionary<string, string[]> Problems()
    {
        var problems = new Dictionary<string, string[]>();
        if (string.IsNullOrWhiteSpace(Product))
        {
            problems["product"] = ["must be the name of a product, for example tea"];
        }

        if (Quantity < 1)
        {
            problems["quantity"] = ["must be 1 or more; 1 if left out"];
        }

        if (string.IsNullOrWhiteSpace(Card))
        {
            problems["card"] = ["must be the number of a card; one that is good if left out"];
        }

        return problems;
    }
}
